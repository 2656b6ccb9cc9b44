// What the page asks of the game beside its drawings: figures for the rail, the heading, and how answers are grouped.
import type { Fact, Group, Say } from "../../lib/contract";
import type { Offer } from "../../lib/wire";
import type { View } from "./view";

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);

export function facts(view: View, seat: number): Fact[] {
  const q = view.seats[seat];
  if (!q) return [];
  const found: Fact[] = [
    { key: "face.buildings", value: Object.values(q.cities).reduce((n, column) => n + column.length, 0) },
    { key: "face.markers", value: q.court.length + q.open_markers },
  ];
  if (q.coins !== null) found.push({ key: "face.coins", value: q.coins });
  if (q.bricks !== null) found.push({ key: "face.bricks", value: sum(q.bricks) });
  return found;
}

export function score(view: View, seat: number): number | null {
  return view.seats[seat]?.points ?? null;
}

/** There are no rounds; what tells how far the game is are the pile and the last turns. */
export function stage(view: View, say: Say, _components: Record<string, any>) {
  const phase = say(`names.question.${view.question}`);
  return { rounds: [], phase, left: view.question === "over" ? "" : `${say("table.pile")} ${view.pile}` };
}

// Groups in the order of the bar. Words that are in none of them stand alone, each with its own sentence.
const GROUPS: { words: string[]; title: string; onBoard: boolean }[] = [
  { words: ["turn", "inner", "segment"], title: "table.wheel", onBoard: false },
  { words: ["brick"], title: "names.question.brick", onBoard: false },
  { words: ["city"], title: "names.question.city", onBoard: true },
  { words: ["pay", "pair"], title: "names.question.pay", onBoard: false },
  { words: ["improve", "landscape"], title: "names.question.improve", onBoard: false },
  { words: ["space"], title: "names.question.space", onBoard: false },
  { words: ["reward"], title: "names.question.reward", onBoard: false },
  { words: ["pick"], title: "names.question.pick", onBoard: false },
  { words: ["on"], title: "names.question.lay", onBoard: true },
  { words: ["build"], title: "table.display", onBoard: true },
  { words: ["monument", "upgrade"], title: "table.monuments", onBoard: true },
  { words: ["score"], title: "table.court", onBoard: false },
  { words: ["move", "store", "discard"], title: "table.warehouses", onBoard: false },
  { words: ["purchase"], title: "table.supply", onBoard: true },
];

export function groups(_view: View, offers: Offer[], say: Say): Group[] {
  const found: Group[] = [];
  const grouped = new Set(GROUPS.flatMap((group) => group.words));
  for (const { words, title, onBoard } of GROUPS) {
    const these = offers.filter((offer) => words.includes(offer.word));
    if (these.length) found.push({ title: say(title), offers: these, onBoard });
  }
  const alone = offers.filter((offer) => !grouped.has(offer.word));
  if (!alone.length) return found;
  // An answer to a Royal Visit comes before everything else; passing, ending and leaving come last.
  const first = alone.filter((offer) => offer.word === "follow" || offer.word === "decline");
  const last = alone.filter((offer) => !first.includes(offer));
  const single = (these: Offer[]): Group[] => (these.length ? [{ title: "", offers: these, onBoard: false }] : []);
  return [...single(first), ...found, ...single(last)];
}

const OWN = new Set(["city", "improve", "space", "lay", "rest"]);

export function matters(view: View): "shared" | "own" | "hand" {
  if (view.asked === null || view.asked !== view.you) return "shared";
  return view.question === "pay" ? "hand" : OWN.has(view.question) ? "own" : "shared";
}
