// What the server tells about games: the list, their words, their component tables. Each is asked for once.
import { get } from "./api";
import type { GameInfo } from "./answers";
import { fill, find, type Language, type Table } from "./texts";
import { settings } from "./settings.svelte";
import type { Say } from "./contract";

const kept = new Map<string, Promise<unknown>>();

function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  let found = kept.get(key) as Promise<T> | undefined;
  if (!found) {
    found = ask();
    kept.set(key, found);
    found.catch(() => kept.delete(key));
  }
  return found;
}

export const games = (): Promise<GameInfo[]> => once("games", () => get<GameInfo[]>("games"));

export const gameTexts = (game: string, language: Language): Promise<Table> =>
  once(`texts ${game} ${language}`, () => get<Table>(`games/${game}/texts/${language}`));

/** The component table; a server that does not tell it leaves it empty. */
export const components = (game: string): Promise<Record<string, any>> =>
  once(`components ${game}`, () => get<Record<string, any>>(`games/${game}/components`).catch(() => ({})));

/** The words of a game and, below `page.`, of the page. What nobody wrote is at least readable. */
export function sayer(texts: Table): Say {
  return (key, values = {}) => {
    if (key.startsWith("page.")) {
      const own = settings.say(key, values);
      return own === key ? settings.say(key.slice(5), values) : own;
    }
    const found = find(texts, key, values);
    if (found !== null) return fill(found, values);
    const ours = settings.say(key, values);
    return ours === key ? (key.split(".").at(-1) ?? key).replace(/[_-]/g, " ") : ours;
  };
}
