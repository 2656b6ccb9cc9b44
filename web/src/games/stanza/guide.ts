// The first walk with an activation, for somebody who has never seen the game.
import type { Guide, Now, Seen } from "../../guide/steps";
import type { View } from "./view";

const chooses = (now: Now<View>, activating: boolean) =>
  now.mine && now.question === "choice" && now.offers.some((offer) => offer.word === "activate") === activating;
/** The first turn with an activation is over, or two turns without one. */
const done = (seen: Seen) => seen("hire") || seen("move_again");
const work = ({ components }: Now<View>) => {
  const least = Math.min(...components.masterpieces.strengths);
  return { least, most: least - 1, points: components.masterpieces.points[0] };
};

const guide: Guide<View> = {
  tour: [
    { key: "intro" },
    { key: "palace", point: "shared" },
    {
      key: "tracks",
      point: "tracks",
      values: ({ components }) => ({ dear: components.player_board.hiring_costs[0], cheap: components.player_board.hiring_costs.at(-1) }),
    },
    { key: "strengths", point: "strengths", values: work },
    { key: "favours", point: "favours" },
    { key: "hand", point: "hand" },
    { key: "me", point: "me" },
    { key: "rounds", point: "rounds", values: ({ view, components }) => ({ times: view.players, turns: components.ending.last_turns }) },
  ],
  asked: [
    { key: "end", last: true, when: (now, seen) => done(seen) && (!now.mine || now.question === "move") },
    { key: "move", point: "shared", when: "move", values: ({ components }) => ({ steps: components.track.steps }) },
    { key: "move_again", point: "shared", when: "move" },
    { key: "choice", point: "question", when: (now) => chooses(now, true) },
    { key: "choice_none", point: "question", when: (now) => chooses(now, false), values: (now) => ({ florins: now.view.seats[now.seat]!.ship_florins }) },
    { key: "favour", point: "favours", when: "favour" },
    { key: "hire", point: "tracks", when: "hire" },
    {
      key: "workplace",
      point: "tracks",
      when: "workplace",
      values: (now) => ({ florins: now.view.seats[now.seat]!.florins }),
    },
    { key: "strength", point: "shared", when: "strength", values: work },
    { key: "book", point: "shared", when: "book" },
    { key: "disc", point: "shared", when: "disc" },
    { key: "gift", point: "shared", when: "gift" },
    { key: "artwork", point: "shared", when: "artwork" },
    { key: "tile", point: "shared", when: "tile" },
  ],
};
export default guide;
