// The first two turns, for somebody who has never seen the game: buying, building, and whether to score.
import type { Guide, Now, Seen } from "../../guide/steps";
import type { View } from "./view";

const own = (now: Now<View>) => now.view.seats[now.seat]!;
const offers = (now: Now<View>, word: string) => now.offers.some((offer) => offer.word === word);
/** A turn begins, with nobody's scoring to answer first. */
const turn = (now: Now<View>) => now.mine && now.question === "turn" && !offers(now, "follow");
const second = (now: Now<View>, seen: Seen) => turn(now) && seen("turn");
const had = (seen: Seen) => ["second_score", "second_build", "second_buy"].some(seen);
const bricks = (now: Now<View>) => Object.values(own(now).bricks ?? {}).reduce((sum, n) => sum + n, 0);
const needed = ({ components }: Now<View>) => {
  const counts = components.cities.map((city: { buildings_to_score: number }) => city.buildings_to_score);
  return { few: Math.min(...counts), many: Math.max(...counts) };
};
const purse = (now: Now<View>) => ({ coins: own(now).coins ?? 0, bricks: bricks(now), markers: own(now).court.length + own(now).open_markers });

const guide: Guide<View> = {
  tour: [
    { key: "intro" },
    {
      key: "wheel",
      point: "wheel",
      values: ({ components }) => ({ white: components.prices.white[0], purple: components.prices.purple[0] }),
    },
    { key: "display", point: "display", values: ({ view }) => ({ tiles: view.display.length }) },
    { key: "cities", point: "own", values: needed },
    { key: "court", point: "court", values: ({ view }) => ({ markers: view.court.length }) },
    { key: "hand", point: "hand" },
    { key: "me", point: "me" },
    { key: "rounds", point: "rounds" },
  ],
  asked: [
    {
      key: "end",
      last: true,
      when: (now, seen) => had(seen) && (!now.mine || turn(now)),
      values: ({ components }) => ({ points: components.ending.points, coins: components.ending.coins_for_a_point }),
    },
    { key: "follow", point: "court", when: (now) => offers(now, "follow") },
    { key: "turn", point: "wheel", when: turn, values: ({ components }) => ({ coins: components.passing.coins }) },
    { key: "second_score", point: "court", when: (now, seen) => second(now, seen) && offers(now, "score"), values: purse },
    { key: "second_build", point: "display", when: (now, seen) => second(now, seen) && offers(now, "build"), values: purse },
    { key: "second_buy", point: "wheel", when: second, values: purse },
    { key: "buy", point: "wheel", when: "buy" },
    { key: "brick", point: "wheel", when: "brick" },
    { key: "brick_again", point: "hand", when: "brick", values: purse },
    { key: "city", point: "own", when: "city", values: needed },
    { key: "pay", point: "hand", when: "pay" },
    { key: "improve", point: "own", when: "improve" },
    { key: "space", point: "own", when: "space" },
  ],
};
export default guide;
