// The log as a story: one line a move, with what was taken back struck out.
import type { Person, Say } from "./contract";
import type { EntryMessage, Replay } from "./wire";

export interface Part {
  seat: number | null; // whom it is about
  text: string;
}

export interface Line {
  seq: number;
  seat: number | null;
  parts: Part[];
  move: boolean;
  by: EntryMessage["by"];
  undone: boolean;
  position: number;
}

export function lines(entries: EntryMessage[]): Line[] {
  const found: Line[] = [];
  const standing: Line[] = []; // moves of the line of play as it is
  for (const entry of entries) {
    const parts = [...entry.events.map(({ seat, text }) => ({ seat, text })), { seat: entry.seat, text: entry.text }].filter((one) => one.text);
    const move = entry.kind === "move";
    const line: Line = { seq: entry.seq, seat: entry.seat, parts, move, by: entry.by, undone: false, position: entry.position };
    if (entry.kind === "undo" && entry.to != null) {
      while (standing.length && standing.at(-1)!.position > entry.to) standing.pop()!.undone = true;
    }
    if (move) standing.push(line);
    const again = entry.kind === "over" && found.at(-1)?.parts.at(-1)?.text === entry.text; // the game has said it itself
    if (parts.length && !again) found.push(line);
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

/** What the move before a position did. A move that caused nothing to tell is told by its own sentence, if one may know it. */
export function told(position: Replay, people: Person[], say: Say): string {
  if (position.events.length) return position.events.map((event) => event.text).join(" ");
  if (position.mover === null) return say("replay.start");
  const name = people[position.mover]?.name ?? "";
  return position.sentence ? say("replay.did", { name, move: position.sentence }) : say("replay.decided", { name });
}
