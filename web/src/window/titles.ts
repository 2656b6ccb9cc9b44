// What stands on the boxes: titles as they are in other countries, where there is none that of the server; who made the game.
import type { GameInfo } from "../lib/answers";
import { settings } from "../lib/settings.svelte";
import type { Language } from "../lib/texts";

const titles: Record<string, Partial<Record<Language, string>>> = {
  princes: { de: "Die Fürsten von Florenz", nl: "De Vorsten van Florence" },
  carrara: { de: "Die Paläste von Carrara", nl: "De Paleizen van Carrara" },
};

export const titled = (one: { game: string; title: string } | null | undefined): string => (one && titles[one.game]?.[settings.language]) ?? one?.title ?? "";

const locales: Record<Language, string> = { en: "en-GB", de: "de", nl: "nl" };

export function credited(one: GameInfo): string {
  const listed = (names: string[]) => new Intl.ListFormat(locales[settings.language]).format(names);
  return settings.say("home.credits", { authors: listed(one.authors), publishers: listed(one.publishers) });
}
