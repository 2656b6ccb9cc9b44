// The first round, for somebody who has never seen the game: the first auction and the first two actions.
import type { Guide, Now } from "../../guide/steps";
import type { View } from "./view";

const own = (now: Now<View>) => now.view.seats[now.seat]!;
const looks = (deck: string) => (now: Now<View>) => now.mine && now.question === "keep" && now.view.looking === deck;
const base = ({ view, components }: Now<View>): number => (view.players === 2 ? components.two_players : components.auction).base_price;

const guide: Guide<View> = {
  tour: [
    { key: "intro", values: ({ components }) => ({ rounds: components.counts.rounds }) },
    { key: "hand", point: "hand" },
    { key: "own", point: "own" },
    { key: "stacks", point: "stacks" },
    { key: "me", point: "me" },
    {
      key: "rounds",
      point: "rounds",
      values: ({ components }) => ({ first: components.minimum_work_value.values[0], last: components.minimum_work_value.values.at(-1) }),
    },
  ],
  asked: [
    {
      key: "end",
      last: true,
      when: ({ view, mine, question }, seen) => view.round > 1 || (seen("action_second") && (!mine || (question === "action" && view.actions_left === 0))),
      values: ({ components }) => ({ rounds: components.counts.rounds }),
    },
    { key: "discard", point: "hand", when: "discard", values: ({ components }) => ({ dealt: components.setup.professions_dealt, kept: components.setup.professions_kept }) },
    {
      key: "open",
      point: "stacks",
      when: "open",
      values: (now) => ({ price: base(now), jester: now.components.work.jester, dear: now.components.prices.building[0], cheap: now.components.prices.building[1] }),
    },
    { key: "open_again", point: "stacks", when: "open" },
    {
      key: "bid",
      point: "question",
      when: "bid",
      values: (now) => ({ step: now.components.auction.step, florins: own(now).florins ?? 0, building: own(now).building_price, freedom: now.components.prices.freedom }),
    },
    { key: "bid_again", point: "question", when: "bid" },
    { key: "take", point: "stacks", when: "take", values: (now) => ({ price: base(now) }) },
    { key: "choose", point: "stacks", when: "choose" },
    { key: "place", point: "board", when: "place" },
    { key: "keep_person", point: "hand", when: looks("profession"), values: ({ components }) => ({ card: components.work.card }) },
    { key: "keep_prestige", point: "hand", when: looks("prestige") },
    { key: "keep_bonus", point: "hand", when: looks("bonus") },
    { key: "under", point: "question", when: "under" },
    { key: "recruit", point: "hand", when: "recruit" },
    {
      key: "action_second",
      point: "supply",
      when: ({ mine, question, view }) => mine && question === "action" && view.actions_left === 1,
      values: (now) => ({ building: own(now).building_price, adds: now.components.work.building, prestige: now.components.prestige.building }),
    },
    {
      key: "action",
      point: "supply",
      when: "action",
      values: (now) => ({ actions: now.view.actions_left, minimum: now.view.minimum, price: now.components.prices.freedom, adds: now.components.work.freedom }),
    },
    { key: "bonus", point: "hand", when: "bonus" },
    { key: "convert", point: "question", when: "convert", values: ({ components }) => ({ florins: components.prestige.florins_to_prestige }) },
    { key: "spaces", point: "question", when: "spaces", values: ({ components }) => ({ florins: components.prestige.florins_back }) },
  ],
};
export default guide;
