// The face of a game that nobody has drawn yet: its view as a tree, and all offers as buttons. Every game can be played so.
import type { Face, Fact } from "../lib/contract";
import { byWord } from "../lib/grouping";
import Own from "./Own.svelte";
import Shared from "./Shared.svelte";
import Nothing from "./Nothing.svelte";

type Anything = Record<string, unknown> & { question?: string; seats?: Record<string, unknown>[] };

const SCORES = ["points", "prestige", "victory_points", "score"];

export function plainFace(key: string): Face<Anything> {
  return {
    key,
    theme: key,
    Shared,
    Own,
    Small: Nothing,
    Hand: Nothing,
    facts: (view, seat): Fact[] =>
      Object.entries(view.seats?.[seat] ?? {})
        .filter(([name, value]) => typeof value === "number" && !SCORES.includes(name))
        .slice(0, 4)
        .map(([name, value]) => ({ key: name, value: value as number })),
    score: (view, seat) => {
      const own = view.seats?.[seat] ?? {};
      const name = SCORES.find((one) => typeof own[one] === "number");
      return name ? (own[name] as number) : null;
    },
    stage: (view, say) => ({ rounds: [], phase: view.question ? say(`names.question.${view.question}`) : "" }),
    groups: (_view, offers) => byWord(offers),
    matters: () => "shared",
  };
}
