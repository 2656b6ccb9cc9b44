// The rules of a game in its own words: each text begins with a heading that ends at the first full stop.
import { plain } from "./grouping";
import { type Table } from "./texts";

export interface Chapter {
  key: string;
  title: string;
  text: string;
}

export function chapter(key: string, whole: string): Chapter {
  const cut = whole.indexOf(". ");
  if (cut < 0 || cut > 90) return { key, title: "", text: whole.trim() };
  return { key, title: whole.slice(0, cut), text: whole.slice(cut + 2).trim() };
}

export function chapters(texts: Table): Chapter[] {
  const rules = typeof texts.rules === "object" ? texts.rules : {};
  return Object.entries(rules)
    .filter((pair): pair is [string, string] => typeof pair[1] === "string")
    .map(([key, whole]) => chapter(key, whole));
}

export function sought(all: Chapter[], typed: string): Chapter[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  return all.filter((one) => wanted.every((part) => plain(`${one.title} ${one.text}`).includes(part)));
}
