// Which plans can be made in a situation. They speak of questions, words and figures only, so this knows no game.
import type { Offer, Situation } from "./wire";

export interface Until {
  question: string;
  move: string; // the word
  from: number; // the figure of the offer
  step: number;
  otherwise: string;
}

/** "Bid up to ...": one offer of its word, a figure as all of its notation, and something plain to do otherwise. */
export function until(situation: Situation): Until | null {
  if (!situation.question) return null;
  const plain = situation.offers.find((one) => one.about === "");
  if (!plain) return null;
  const counted = situation.offers.filter((one) => /^\d+$/.test(one.about));
  const alone = counted.filter((one) => counted.filter((other) => other.word === one.word).length === 1);
  const offer = alone[0];
  if (!offer || alone.length !== 1) return null;
  const from = Number(offer.about);
  return { question: situation.question, move: offer.word, from, step: from % 100 === 0 ? 100 : 1, otherwise: plain.notation };
}

/** "Pass the rest": where others may go on raising, one can step back for good. Elsewhere nobody should answer blindly. */
export function repeat(situation: Situation): Offer | null {
  const found = until(situation);
  return found ? (situation.offers.find((one) => one.notation === found.otherwise) ?? null) : null;
}
