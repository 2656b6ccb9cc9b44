// Small readings of the view and the component table that several drawings share. Nothing here decides what may be done.
import type { Drawn, Person } from "../../lib/contract";
import type { Offer } from "../../lib/wire";
import type { PersonView, SeatView, View } from "./view";

export type D = Drawn<View>;
export type Components = Record<string, any>;
/** As much of a person as a picture needs. */
export type Sitter = Pick<PersonView, "number" | "discipline" | "starter">;

// The orders in which the view tells things are those of the board.
export const disciplines = (view: View): string[] => Object.keys(view.masterpieces);
export const artworks = (view: View): string[] => Object.keys(view.artworks);
export const shelf = (seat: SeatView): string[] => Object.keys(seat.books); // nobody writes books about literature
/** The stops of the walk in its order; the bonus space is the last before it begins again. */
export const walk = (view: View): string[] => [...Object.keys(view.board), "bonus"];
export const upTo = (n: number): number[] => Array.from({ length: n }, (_, k) => k + 1);

/** Which words answer a question: an unlit thing explains itself with the word that was asked for. */
export const ANSWERS: Record<string, string[]> = {
  arrange: ["arrange"],
  move: ["move", "exit", "pass"],
  choice: ["activate", "income", "pass"],
  favour: ["favour"],
  hire: ["hire", "dismiss", "enough"],
  workplace: ["at"],
  strength: ["masterpiece", "strength", "raise"],
  book: ["book"],
  disc: ["disc"],
  gift: ["gift"],
  artwork: ["artwork"],
  tile: ["tile"],
  spend: ["spend"],
  person: ["person"],
  slot: ["slot"],
  return: ["return"],
};

export function offered(d: D, moves: string[]): Offer | null {
  return d.offers.find((offer) => moves.includes(offer.notation)) ?? null;
}

export function pointedAt(d: D, word: string): Offer | null {
  return d.pointed?.word === word ? d.pointed : null;
}

/** A seat's colour may come as a name or as a finished CSS value. */
export function paint(person: Person | undefined): string {
  const colour = person?.colour ?? "lapis";
  if (colour.startsWith("var(") || colour.startsWith("#")) return colour;
  return `var(${colour.startsWith("--") ? colour : `--${colour}`})`;
}

/** Ochre is too light for a cream symbol. */
export function onPaint(person: Person | undefined): string {
  return person?.colour.includes("ochre") ? "#2b2118" : "#fff8ef";
}

/** Favours are named by colours, everything else by disciplines. */
export function disciplineOf(components: Components, colour: string): string {
  const rows: { key: string; colour: string }[] = components.disciplines ?? [];
  return rows.find((row) => row.colour === colour)?.key ?? "politics";
}

export function secondOf(components: Components, discipline: string): string {
  const rows: { key: string; second: string }[] = components.disciplines ?? [];
  return rows.find((row) => row.key === discipline)?.second ?? discipline;
}

export interface TileEffect {
  key: string;
  discipline: string;
  [effect: string]: any;
}

export function effects(components: Components, key: string): TileEffect {
  const rows: TileEffect[] = components.bonus_tiles ?? [];
  return rows.find((row) => row.key === key) ?? { key, discipline: "bonus" };
}

export function total(view: View, seat: number): number {
  const q = view.seats[seat];
  if (!q) return 0;
  return view.question === "over" ? q.points : Object.values(q.worth.points).reduce((sum, n) => sum + n, 0);
}

/** The order in which the bonus hall was laid out: what is still offered and what somebody has taken, by discipline. */
export function grid(view: View, components: Components): { key: string; discipline: string; owner: number | null }[] {
  const rows: TileEffect[] = components.bonus_tiles ?? [];
  const found = [];
  for (const discipline of disciplines(view)) {
    for (const row of rows.filter((tile) => tile.discipline === discipline)) {
      const owner = view.seats.findIndex((q) => q.tiles.includes(row.key));
      if (view.tiles.includes(row.key)) found.push({ key: row.key, discipline, owner: null });
      else if (owner >= 0) found.push({ key: row.key, discipline, owner });
    }
  }
  return found;
}

/** How many tiles of a discipline a seat owns. */
export function owned(view: View, seat: SeatView, discipline: string): number {
  return seat.tiles.filter((key) => view.tile_disciplines[key] === discipline).length;
}
