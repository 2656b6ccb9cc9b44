// The answers in the move bar: one group for each word that is asked, in the order of the offers. Every offer is in exactly one.
import type { Group, Say } from "../../lib/contract";
import type { Offer } from "../../lib/wire";
import type { View } from "./view";

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
