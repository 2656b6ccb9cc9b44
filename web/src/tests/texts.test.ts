import { describe, expect, it } from "vitest";
import { fill, find, languages, pageTexts, type Table } from "../lib/texts";

function flat(table: Table, above = ""): [string, string][] {
  return Object.entries(table).flatMap(([key, value]) => (typeof value === "string" ? [[above + key, value] as [string, string]] : flat(value, `${above}${key}.`)));
}
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

const sources = Object.entries(import.meta.glob<string>("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true })).filter(
  ([path]) => !path.includes("/games/") && !path.startsWith("./"),
);

describe("texts", () => {
  const english = new Map(flat(pageTexts.en));
  for (const language of languages) {
    it(`are complete in ${language}, with the same places to fill`, () => {
      const own = new Map(flat(pageTexts[language]));
      expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
      for (const [key, text] of own) expect([key, places(text)]).toEqual([key, places(english.get(key)!)]);
    });
  }
  it("are there for every key that a page names", () => {
    const named = sources.flatMap(([path, text]) =>
      [...text.matchAll(/(?<!kit\??\.)\bsay\(\s*(?:[^"`()]*\?\s*)?"([a-z]\w*\.[\w.-]+)"/g)].map((found) => `${path} ${found[1]}`),
    );
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter((one) => !english.has(one.split(" ")[1]!) && !one.includes("names.object"))).toEqual([]);
  });
  it("know one from many", () => {
    expect(fill(find(pageTexts.en, "clock.days", { n: 1 })!, { n: 1 })).toBe("1 day a move");
    expect(fill(find(pageTexts.en, "clock.days", { n: 2 })!, { n: 2 })).toBe("2 days a move");
  });
  it("leave a place open that nobody fills", () => {
    expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}");
  });
});
