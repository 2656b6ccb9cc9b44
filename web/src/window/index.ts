// The shop window: a small picture and one line for each game. A game without them shows its title alone.
import type { Component } from "svelte";
import type { Language } from "../lib/texts";
import lines from "./lines.json";

const found = import.meta.glob<{ default: Component }>("./pictures/*.svelte", { eager: true });

export const pictures: Record<string, Component> = Object.fromEntries(
  Object.entries(found).map(([path, module]) => [path.split("/").at(-1)!.replace(".svelte", ""), module.default]),
);

export const line = (game: string, language: Language): string =>
  (lines as Record<string, Record<Language, string>>)[game]?.[language] ?? "";
