// What the page tells about a game of La Stanza around the board: figures of a seat, the rounds, and the answers in the bar.
import type { Fact, Face, Group, Say } from "../../lib/contract";
import type { Offer } from "../../lib/wire";
import { total, upTo, type Components } from "./reading";
import type { View } from "./view";

/** Questions that are answered on my own board. */
const MINE = new Set(["arrange", "hire", "workplace", "favour", "book", "slot", "return"]);
const ROMAN = ["I", "II", "III", "IV", "V", "VI"];

export function facts(view: View, seat: number): Fact[] {
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

export function stage(view: View, say: Say, components: Components): ReturnType<Face<View>["stage"]> {
  const over = view.question === "over";
  const rounds = upTo(view.rounds).map((n) => ({
    label: ROMAN[n - 1] ?? String(n),
    detail: say("table.round", { round: n, rounds: view.rounds }),
    state: over || n < view.marker ? ("past" as const) : n === view.marker ? ("now" as const) : ("next" as const),
  }));
  if (over) return { rounds, phase: say("names.question.over") };
  if (view.ending === "last turns") return { rounds, phase: say("table.last_turns", { turn: view.last_turn, turns: components.ending?.last_turns ?? view.last_turn }) };
  if (view.ending === "announced") return { rounds, phase: say("table.announced") };
  return { rounds, phase: say(`names.question.${view.question}`) };
}

export const score = (view: View, seat: number): number | null => (view.seats[seat] ? total(view, seat) : null);

export const matters = (view: View): "own" | "shared" =>
  view.you !== null && view.asked === view.you && MINE.has(view.question) ? "own" : "shared";

/** Words that answer the same question stand together, under the name of that question. */
const TITLE: Record<string, string> = {
  arrange: "names.question.arrange",
  move: "names.question.move",
  activate: "names.question.choice",
  income: "names.question.choice",
  favour: "names.question.favour",
  hire: "names.question.hire",
  dismiss: "names.question.hire",
  at: "names.question.workplace",
  strength: "names.question.strength",
  raise: "names.question.strength",
  masterpiece: "table.masterpieces",
  book: "names.question.book",
  disc: "names.question.disc",
  gift: "names.question.gift",
  artwork: "names.question.artwork",
  tile: "names.question.tile",
  spend: "names.question.spend",
  person: "names.question.person",
  slot: "names.question.slot",
  return: "names.question.return",
};

/** Answers that name a place of the board. Strengths and actions are easier to read as sentences, though they are lit too. */
const PLACES = new Set(["move", "person", "tile", "at", "slot", "disc", "spend"]);
const MANY = 4;

export function groups(_view: View, offers: Offer[], say: Say): Group[] {
  const found = new Map<string, Group>();
  for (const offer of offers) {
    const title = TITLE[offer.word];
    const key = title ?? "";
    const group = found.get(key) ?? { title: title ? say(title) : "", offers: [], onBoard: PLACES.has(offer.word) };
    group.offers.push(offer);
    found.set(key, group);
  }
  const all = [...found.values()];
  // A short list needs no folding, and single answers such as passing come last.
  for (const group of all) group.onBoard &&= group.offers.length > MANY;
  return [...all.filter((group) => group.title), ...all.filter((group) => !group.title)];
}
