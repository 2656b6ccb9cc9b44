// The titles of games as they stand on the boxes of other countries; where there is none, that of the server.
import { settings } from "../lib/settings.svelte";
import type { Language } from "../lib/texts";

const titles: Record<string, Partial<Record<Language, string>>> = {
  princes: { de: "Die Fürsten von Florenz", nl: "De Vorsten van Florence" },
  carrara: { de: "Die Paläste von Carrara", nl: "De Paleizen van Carrara" },
};

export const titled = (one: { game: string; title: string } | null | undefined): string => (one && titles[one.game]?.[settings.language]) ?? one?.title ?? "";
