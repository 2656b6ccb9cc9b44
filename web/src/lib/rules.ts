// The rules of a game in its own words: each text begins with a heading that ends at the first full stop. Chapters put them in
// the order in which one learns the game.
import { plain } from "./grouping";
import { type Table } from "./texts";

export interface Rule {
  key: string;
  title: string;
  text: string;
}

export interface Chapter {
  key: string;
  title: string;
  text: string; // with places for figures, see figures.ts
  rules: Rule[];
}

export function rule(key: string, whole: string): Rule {
  const cut = whole.indexOf(". ");
  if (cut < 0 || cut > 90) return { key, title: "", text: whole.trim() };
  return { key, title: whole.slice(0, cut), text: whole.slice(cut + 2).trim() };
}

const within = (table: Table, key: string): Table => (typeof table[key] === "object" ? table[key] : {});
const words = (table: Table, key: string): string => (typeof table[key] === "string" ? table[key] : "");

/** All rules, in the order of the chapters; those that no chapter names come last. */
export function rules(texts: Table): Rule[] {
  const own = within(texts, "rules");
  const named = chapterKeys(texts).flatMap(([, keys]) => keys);
  const rest = Object.keys(own).filter((key) => !named.includes(key));
  return [...named, ...rest].filter((key) => words(own, key)).map((key) => rule(key, words(own, key)));
}

export function chapters(texts: Table): Chapter[] {
  const all = new Map(rules(texts).map((one) => [one.key, one]));
  return chapterKeys(texts).map(([key, keys]) => {
    const own = within(within(texts, "chapters"), key);
    return { key, title: words(own, "title"), text: words(own, "text"), rules: keys.flatMap((one) => all.get(one) ?? []) };
  });
}

function chapterKeys(texts: Table): [string, string[]][] {
  const all = within(texts, "chapters");
  return Object.keys(all).map((key) => [key, words(within(all, key), "rules").split(" ").filter(Boolean)]);
}

export function sought(all: Rule[], typed: string): Rule[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  return all.filter((one) => wanted.every((part) => plain(`${one.title} ${one.text}`).includes(part)));
}
