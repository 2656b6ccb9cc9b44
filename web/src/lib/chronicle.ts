// The log as a story: one line a move, with what was taken back struck out.
import type { EntryMessage } from "./wire";

export interface Line {
  seq: number;
  seat: number | null;
  texts: string[];
  move: boolean;
  by: EntryMessage["by"];
  undone: boolean;
  position: number;
}

export function lines(entries: EntryMessage[]): Line[] {
  const found: Line[] = [];
  const standing: Line[] = []; // moves of the line of play as it is
  for (const entry of entries) {
    const texts = [...entry.events.map((event) => event.text), ...(entry.text ? [entry.text] : [])].filter(Boolean);
    const move = entry.kind === "move";
    const line: Line = { seq: entry.seq, seat: entry.seat, texts, move, by: entry.by, undone: false, position: entry.position };
    if (entry.kind === "undo" && entry.to != null) {
      while (standing.length && standing.at(-1)!.position > entry.to) standing.pop()!.undone = true;
    }
    if (move) standing.push(line);
    if (texts.length) found.push(line);
  }
  return found;
}

/** Who made the move that led to each position, for moves that still stand. */
export function movers(entries: EntryMessage[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const entry of entries) {
    if (entry.kind === "undo" && entry.to != null) {
      for (const position of [...found.keys()]) if (position > entry.to) found.delete(position);
    }
    if (entry.kind === "move" && entry.seat !== null) found.set(entry.position, entry.seat);
  }
  return found;
}

/** A line cut before and after a name it begins with, so that the name can be set bold. */
export function named(text: string, names: string[]): [string, string] {
  const name = names.filter((one) => one && text.startsWith(one)).sort((a, b) => b.length - a.length)[0];
  return name ? [name, text.slice(name.length)] : ["", text];
}
