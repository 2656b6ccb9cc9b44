// Offers as answers: in groups, each with a key to press, and found by typing.
import { SvelteSet } from "svelte/reactivity";
import type { Group } from "./contract";
import type { Offer } from "./wire";

export const MANY = 9; // from so many offers on there is a search field
export const RESERVED = new SvelteSet(["u", "?"]); // keys of the page itself: undo, why; and those of the guide while it is on

/** Groups by the word of the move: few offers stand for themselves, many of one word make a list. */
export function byWord(offers: Offer[]): Group[] {
  const words = new Map<string, Offer[]>();
  for (const offer of offers) words.set(offer.word, [...(words.get(offer.word) ?? []), offer]);
  const single: Offer[] = [];
  const lists: Group[] = [];
  for (const [word, found] of words) {
    if (found.length <= 4) single.push(...found);
    else lists.push({ title: title(word), offers: found, onBoard: false });
  }
  return [...(single.length ? [{ title: "", offers: single, onBoard: false }] : []), ...lists];
}

/** What a key in data is called where nobody gave it words. */
export function title(key: string): string {
  const words = key.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Every offer is in a group once, whatever a game's own grouping forgot. */
export function complete(groups: Group[], offers: Offer[]): Group[] {
  const open = new Set(offers.map((one) => one.action));
  const kept: Group[] = [];
  for (const group of groups) {
    const own = group.offers.filter((one) => open.delete(one.action));
    if (own.length) kept.push({ ...group, offers: own });
  }
  const rest = offers.filter((one) => open.has(one.action));
  return rest.length ? [...kept, ...byWord(rest)] : kept;
}

/** The answers that stand in the bar, in their order: the number keys go by it. */
export const shown = (groups: Group[]): Offer[] =>
  groups.filter((group) => !group.onBoard && group.offers.length <= MANY).flatMap((group) => group.offers);

/** The key of each answer: its first letter where that tells it apart, else its number. */
export function keys(groups: Group[]): Map<number, string> {
  const found = new Map<number, string>();
  const answers = shown(groups);
  const firsts = new Map<string, number>();
  for (const offer of answers) firsts.set(first(offer), (firsts.get(first(offer)) ?? 0) + 1);
  answers.forEach((offer, n) => {
    const letter = first(offer);
    // Answers that begin alike go by numbers: letters from the middle of a word are hard to guess.
    if (/^[a-z]$/.test(letter) && firsts.get(letter) === 1 && !RESERVED.has(letter)) found.set(offer.action, letter);
    else if (n < 9) found.set(offer.action, String(n + 1));
  });
  return found;
}

/** The answer that a key stands for. Numbers always work, also where a letter is shown. */
export function answerTo(key: string, groups: Group[]): Offer | null {
  const answers = shown(groups);
  if (/^[1-9]$/.test(key)) return answers[Number(key) - 1] ?? null;
  const letters = keys(groups);
  return answers.find((offer) => letters.get(offer.action) === key) ?? null;
}

const first = (offer: Offer): string => plain(offer.sentence).charAt(0);

export const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

/** Offers whose words all that was typed occur in. */
export function searched(offers: Offer[], typed: string): Offer[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  return offers.filter((offer) => {
    const text = plain(`${offer.sentence} ${offer.notation}`);
    return wanted.every((part) => text.includes(part));
  });
}
