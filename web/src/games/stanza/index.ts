// La Stanza on the page.
import type { Fact, Face, Say } from "../../lib/contract";
import { groups } from "./groups";
import Hand from "./Hand.svelte";
import Own from "./Own.svelte";
import Shared from "./Shared.svelte";
import Small from "./Small.svelte";
import "./stanza.css";
import type { View } from "./view";
import { total } from "./words";

/** Questions that are answered on my own board. */
const MINE = new Set(["arrange", "hire", "workplace", "favour", "book", "slot", "return"]);
const ROMAN = ["I", "II", "III", "IV", "V", "VI"];
const LAST_TURNS = 3;

function facts(view: View, seat: number): Fact[] {
  const q = view.seats[seat];
  if (!q) return [];
  const columns = Object.values(view.masterpieces).flat().filter((owner) => owner === seat).length;
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, n) => all + n, 0);
  return [
    { key: "table.florins", value: q.florins },
    { key: "table.ship", value: q.ship_points ? `${q.ship_florins} + ${q.ship_points}` : q.ship_florins },
    { key: "table.masterpieces", value: columns },
    { key: "table.books", value: sum(q.books) },
    { key: "table.favours", value: sum(q.favours) },
    { key: "table.discs", value: q.discs },
    { key: "table.tiles", value: q.tiles.length },
  ];
}

function stage(view: View, say: Say, _components: Record<string, any>): ReturnType<Face<View>["stage"]> {
  const of = view.players + 1;
  const marker = Math.min(view.marker, of);
  const rounds = Array.from({ length: of }, (_, n) => ({
    label: ROMAN[n] ?? String(n + 1),
    detail: say("table.round", { round: n + 1, rounds: of }),
    state: n + 1 < marker ? ("past" as const) : n + 1 === marker ? ("now" as const) : ("next" as const),
  }));
  if (view.question === "over") return { rounds, phase: say("names.question.over") };
  if (view.ending === "last turns") return { rounds, phase: say("table.last_turns", { turn: Math.min(view.last_turn, LAST_TURNS), turns: LAST_TURNS }) };
  if (view.ending === "announced") return { rounds, phase: say("table.announced") };
  return { rounds, phase: say(`names.question.${view.question}`) };
}

const stanza: Face<View> = {
  key: "stanza",
  theme: "stanza",
  Shared,
  Own,
  Small,
  Hand,
  facts,
  score: (view, seat) => (view.seats[seat] ? total(view, seat) : null),
  stage,
  groups,
  matters: (view) => (view.you !== null && view.asked === view.you && MINE.has(view.question) ? "own" : "shared"),
};

export default stanza;
