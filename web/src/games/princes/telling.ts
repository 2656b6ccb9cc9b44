// What the page asks of the game besides drawings: open figures of a seat, the course of the game, and groups of answers.
import type { Fact, Group, Say } from "../../lib/contract";
import type { Offer } from "../../lib/wire";
import { roman, works, type Components } from "./table";
import type { View } from "./view";
import { title, word } from "./words";

export function facts(view: View, seat: number): Fact[] {
  const one = view.seats[seat];
  if (!one) return [];
  const found: Fact[] = [
    { key: "table.jesters", value: one.jesters },
    { key: "table.builders", value: one.builders },
    { key: "table.freedoms", value: one.freedoms.length },
    { key: "table.works", value: works(one) },
    { key: "table.hand", value: one.hand_count + one.recruiting_hand },
  ];
  if (one.bonus_count) found.push({ key: "table.bonus_cards", value: one.bonus_count });
  if (one.prestige_count) found.push({ key: "table.prestige_cards", value: one.prestige_count });
  if (one.florins !== null) found.push({ key: "table.florins", value: one.florins });
  return found;
}

export const score = (view: View, seat: number): number | null => view.seats[seat]?.prestige ?? null;

export function stage(view: View, say: Say, components: Components) {
  const minima: number[] = components.minimum_work_value?.values ?? [];
  const count: number = components.counts?.rounds ?? 7;
  const over = view.phase === "finished";
  const rounds = Array.from({ length: count }, (_, n) => {
    const round = n + 1;
    const least = round === view.round ? view.minimum : minima[n];
    const state: "past" | "now" | "next" = round < view.round || over ? "past" : round === view.round ? "now" : "next";
    return { label: roman(round), detail: least === undefined ? "" : String(least), state };
  });
  return { rounds, phase: title(say, `names.phase.${view.phase}`) };
}

/** Questions that are about my tiles, and those about my cards. */
const OWN = ["place", "across", "price", "reply", "counter", "countered", "action"];
const HAND = ["discard", "bonus", "keep", "under", "recruit", "use"];

export function matters(view: View): "shared" | "own" | "hand" {
  if (view.asked === null || view.asked !== view.you) return "shared";
  return HAND.includes(view.question) ? "hand" : OWN.includes(view.question) ? "own" : "shared";
}

const TITLES: Record<string, (view: View, say: Say) => string> = {
  place: (view, say) => title(say, view.question === "across" ? "names.question.across" : "names.question.place"),
  convert: (view, say) => title(say, view.question === "exchange" ? "names.question.exchange" : "names.question.convert"),
  spaces: (_, say) => title(say, "names.question.spaces"),
  discard: (_, say) => title(say, "names.question.discard"),
  keep: (_, say) => title(say, "names.question.keep"),
  under: (_, say) => title(say, "names.question.under"),
  open: (_, say) => title(say, "names.question.open"),
  take: (_, say) => title(say, "names.question.take"),
  choose: (_, say) => title(say, "names.question.choose"),
  recruit: (_, say) => title(say, "names.question.recruit"),
  work: (_, say) => say("table.works"),
  build: (_, say) => word(say, "build"),
  freedom: (_, say) => say("table.freedoms"),
  play: (_, say) => title(say, "names.question.bonus"),
  professor: (_, say) => title(say, "names.character.professor"),
  price: (view, say) => title(say, view.question === "counter" ? "names.question.counter" : "names.question.price"),
  cooperate: (_, say) => word(say, "together"),
};

const ON_BOARD = ["place"];
// The order in which lines stand: what costs nothing to look at first, what ends things last.
const ORDER = ["work", "play", "build", "freedom", "cooperate", "professor"];

/** Every offer in exactly one group: those of a word together, bids for a character by character, and single answers last. */
export function groups(view: View, offers: Offer[], say: Say): Group[] {
  const lines = new Map<string, Group>();
  const single: Offer[] = [];
  for (const offer of offers) {
    let key = offer.word;
    let heading = TITLES[offer.word]?.(view, say);
    if (offer.word === "marker") {
      const character = offer.about.split(" ")[0]!;
      key = `marker ${character}`;
      heading = title(say, `names.character.${character}`);
    }
    if (heading === undefined) {
      single.push(offer);
      continue;
    }
    const group = lines.get(key) ?? { title: heading, offers: [], onBoard: ON_BOARD.includes(offer.word) };
    group.offers.push(offer);
    lines.set(key, group);
  }
  const rank = (key: string) => (ORDER.includes(key) ? ORDER.indexOf(key) : -1);
  const found = [...lines].sort(([a], [b]) => rank(a) - rank(b)).map(([, group]) => group);
  if (single.length) found.push({ title: "", offers: single, onBoard: false });
  return found;
}
