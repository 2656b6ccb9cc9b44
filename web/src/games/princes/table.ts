// Finding things in the component table and in the view by their names.
import type { Say } from "../../lib/contract";
import type { Offer } from "../../lib/wire";
import { Shape } from "./grid";
import type { SeatView, View } from "./view";

export type Components = Record<string, any>;

export const BUILDINGS = ["university", "laboratory", "workshop", "library", "opera", "studio", "hospital", "theater", "tower", "chapel"];
export const LANDSCAPES = ["forest", "lake", "park"];

export interface Profession {
  key: string;
  building: string;
  landscape: string;
  freedom: string;
}

const shapes = new WeakMap<Components, Map<string, Shape>>();

/** The outline of a building or a landscape. Turning all of them takes a moment, so it is done once for a component table. */
export function shapeOf(components: Components, piece: string): Shape | null {
  let found = shapes.get(components);
  if (!found) {
    found = new Map();
    for (const row of [...(components.buildings ?? []), ...(components.landscapes ?? [])]) found.set(row.key, new Shape(row.shape));
    shapes.set(components, found);
  }
  return found.get(piece) ?? null;
}

export const isLandscape = (piece: string): boolean => LANDSCAPES.includes(piece);
export const pieceName = (piece: string): string => (isLandscape(piece) ? `names.object.${piece}` : `names.building.${piece}`);

/** Large, medium, small, or the landscape's own key: what a tile is painted as. */
export function paintOf(components: Components, piece: string): string {
  if (isLandscape(piece)) return piece;
  return components.buildings?.find((row: { key: string }) => row.key === piece)?.size ?? "medium";
}

const HYPHEN = "\u00ad"; // seen only where a word is parted

/** A name as it may be parted on a narrow card: German and Dutch write it in one word with what it is a card of. */
export const parted = (name: string): string => name.replace(/(?<=\p{L}{4})(karten?|kaart(?:en)?)$/u, `${HYPHEN}$1`);

/** How many letters must stand in one line: what the size of a name on a narrow card is reckoned from. */
export const letters = (name: string): number => Math.max(...parted(name).split(/[\s\u00ad-]/).map((part) => part.length));

export const professionOf = (components: Components, key: string): Profession | null =>
  components.professions?.find((row: Profession) => row.key === key) ?? null;

export const offered = (offers: Offer[], notation: string): Offer | null => offers.find((offer) => offer.notation === notation) ?? null;

export const works = (seat: SeatView): number => seat.table.length + seat.recruiting_table;

/** Whether a person's wish stands in a principality: only a look at what lies there. */
export function hasWish(seat: SeatView, kind: "building" | "landscape" | "freedom", key: string): boolean {
  if (kind === "building") return seat.buildings.some((tile) => tile.piece === key);
  if (kind === "landscape") return seat.landscapes.some((tile) => tile.piece === key);
  return seat.freedoms.includes(key);
}

/** How many there are, and of what kind the stack's name is in the supply. */
export function left(view: View, object: string): number {
  if (object === "prestige") return view.supply["prestige cards"] ?? 0;
  if (object === "landscape") return LANDSCAPES.reduce((sum, key) => sum + (view.supply[key] ?? 0), 0);
  return view.supply[object] ?? 0;
}

export const stacks = (view: View): string[] =>
  view.players === 2
    ? ["landscape", "jester", "builder", "prestige", "recruiting"]
    : ["forest", "lake", "park", "jester", "builder", "prestige", "recruiting"];

const CARD_NAMES: Record<string, string> = { profession: "profession", prestige: "prestige_card", bonus: "bonus_card" };

/** What I know of a deck, because I laid it there. */
export function known(view: View, deck: string, say: Say): string | undefined {
  const lines = view.known
    .filter((one) => one.deck === deck)
    .map((one) => say("table.known", { deck: say(`names.deck.${deck}`), place: one.place, card: say(`names.${CARD_NAMES[deck]}.${one.card}`) }));
  return lines.length ? lines.join("\n") : undefined;
}

/** A name that stands by itself begins with a capital, also in languages where it would not inside a sentence. */
export function title(say: Say, key: string): string {
  const name = say(key);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** 1 900, with a narrow space. */
export const florins = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");

export const roman = (n: number): string => ["0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"][n] ?? String(n);
