// Words of the page, one file a language with the same keys in each. The words of a game come from the server.
import de from "./de.json";
import en from "./en.json";
import nl from "./nl.json";

export type Language = "en" | "de" | "nl";
export type Table = { [key: string]: string | Table };

export const languages: Language[] = ["en", "de", "nl"];
export const languageNames: Record<Language, string> = { en: "English", de: "Deutsch", nl: "Nederlands" };
export const pageTexts: Record<Language, Table> = { en, de, nl };

/** The text of a key like `question.undo`. With `n: 1` a text of the same key with `_1` behind it goes first. */
export function find(table: Table, key: string, values: Record<string, string | number> = {}): string | null {
  if (values.n === 1) {
    const one = at(table, `${key}_1`);
    if (one !== null) return one;
  }
  return at(table, key);
}

function at(table: Table, key: string): string | null {
  let found: string | Table | undefined = table;
  for (const part of key.split(".")) {
    if (typeof found !== "object" || found === null) return null;
    found = found[part];
  }
  return typeof found === "string" ? found : null;
}

/** A text with its {places} filled. */
export function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
