// A game's options as a form: which of them mean anything with these seats and choices, and what is sent.
import type { GameInfo, OptionInfo, Value } from "./answers";
import { settings } from "./settings.svelte";
import { find, type Table } from "./texts";

export type Chosen = Record<string, Value>;

export const usual = (game: GameInfo): Chosen => Object.fromEntries(game.options.map((one) => [one.key, one.values[0]!]));

export function meant(option: OptionInfo, seats: number, chosen: Chosen): boolean {
  if (option.seats.length && !option.seats.includes(seats)) return false;
  return !option.needs || isOn(chosen[option.needs]);
}

const isOn = (value: Value | undefined): boolean => value !== undefined && value !== false && value !== 0 && value !== "";

/** A value as the server writes it in keys. */
const written = (value: Value): string => (typeof value === "boolean" ? (value ? "True" : "False") : String(value));

/** A choice, with what usually comes along with it; what came along with the one before goes back to what is usual. */
export function choose(game: GameInfo, option: OptionInfo, value: Value, chosen: Chosen): Chosen {
  const presets = option.presets ?? {};
  const before = presets[written(chosen[option.key] ?? option.values[0]!)] ?? {};
  const back = Object.fromEntries(Object.entries(usual(game)).filter(([key]) => key in before && chosen[key] === before[key]));
  return { ...chosen, ...back, ...(presets[written(value)] ?? {}), [option.key]: value };
}

/** What to send: options that mean nothing here are left out. */
export function sent(game: GameInfo, seats: number, chosen: Chosen): Chosen {
  const own = game.options.filter((one) => meant(one, seats, chosen));
  return Object.fromEntries(own.map((one) => [one.key, chosen[one.key] ?? one.values[0]!]));
}

export const optionWords = (texts: Table, key: string): string => find(texts, `options.${key}`) ?? key;

/** The words of a value: `options.money_open`, `options.characters_True`; a switch may do without. */
export function valueWords(texts: Table, key: string, value: Value): string {
  const found = find(texts, `options.${key}_${written(value)}`);
  if (found !== null) return found;
  return typeof value === "boolean" ? settings.say(value ? "page.yes" : "page.no") : String(value);
}
