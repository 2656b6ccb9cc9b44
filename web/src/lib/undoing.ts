// How somebody takes moves back.
import type { UndoInfo } from "./wire";

/** What to ask the server for: to go back at once, or after all others have agreed. */
export function wayBack(undo: UndoInfo, to: number): "undo" | "ask-undo" {
  const free = undo.free_to !== null && to >= undo.free_to;
  return free || undo.beyond === "alone" ? "undo" : "ask-undo";
}

/** Whether the same is meant after others have moved: it is still the person's last move, and others are asked as before. */
export function stillMeant(before: UndoInfo, now: UndoInfo, to: number): boolean {
  return now.last_own === to && wayBack(now, to) === wayBack(before, to);
}
