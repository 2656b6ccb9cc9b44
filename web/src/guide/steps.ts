// The guide through somebody's first turn: which step is shown. It knows no game; a game's steps are data, told apart by what is
// asked now and never by what was to be expected, so that any move of anybody leads on.
import type { Say } from "../lib/contract";
import type { Offer } from "../lib/wire";

/** What a step may look at. */
export interface Now<View = any> {
  view: View;
  question: string;
  mine: boolean; // whether I am asked
  offers: Offer[];
  position: number;
  seat: number;
  components: Record<string, any>;
  say: Say;
}

/** `seen("bid")`: that step was shown, at an earlier question than this one. */
export type Seen = (key: string) => boolean;

export interface Step<View = any> {
  key: string; // of its words, `guide.<key>` of the game
  point?: string; // the element with this data-guide
  values?: (now: Now<View>) => Record<string, string | number>; // figures in the words
}

/** A step that waits for a question to me, or for anything else. Each is shown at one question only, the first that fits. */
export interface Asked<View = any> extends Step<View> {
  when: string | ((now: Now<View>, seen: Seen) => boolean);
  last?: boolean; // with this one the guide ends
}

export interface Guide<View = any> {
  tour: Step<View>[]; // what lies where, one after the other
  asked: Asked<View>[]; // what to do
}

/** How far somebody is. Kept for each table, so that a page may be loaded again. */
export interface Progress {
  at: number; // in the tour
  seen: Record<string, number>; // step -> the position at which it was shown
  folded: string; // the step that was put away
  left: boolean;
}

export const start: Progress = { at: 0, seen: {}, folded: "", left: false };

/** What the page itself shows after the tour of every game. */
export const FRAME: Step[] = [
  { key: "question", point: "question" },
  { key: "why", point: "why" },
];

export type Shown = { step: Step | Asked; kind: "tour" | "asked" | "last"; n: number; of: number };

function fits(one: Asked, now: Now, progress: Progress): boolean {
  const seen: Seen = (key) => (progress.seen[key] ?? Infinity) < now.position;
  if (seen(one.key)) return false;
  return typeof one.when === "string" ? now.mine && now.question === one.when : one.when(now, seen);
}

/** The step for this moment, if there is one. */
export function current(guide: Guide, progress: Progress, now: Now): Shown | null {
  if (progress.left) return null;
  const tour = [...guide.tour, ...FRAME];
  const step = tour[progress.at];
  if (step) return { step, kind: "tour", n: progress.at + 1, of: tour.length };
  const found = guide.asked.find((one) => one.last && one.key in progress.seen) ?? guide.asked.find((one) => fits(one, now, progress));
  return found ? { step: found, kind: found.last ? "last" : "asked", n: 0, of: 0 } : null;
}

/** The step was shown at this question. */
export function noted(progress: Progress, shown: Shown, now: Now): Progress {
  const { key } = shown.step;
  if (shown.kind === "tour" || progress.seen[key] === now.position || (shown.kind === "last" && key in progress.seen)) return progress;
  return { ...progress, seen: { ...progress.seen, [key]: now.position } };
}

const marked = (shown: Shown, now: Now): string => `${shown.step.key} ${now.position}`;

export const isFolded = (progress: Progress, shown: Shown, now: Now): boolean => shown.kind === "asked" && progress.folded === marked(shown, now);

/** On to the next thing; what waits for a move is put away until the next question. */
export function next(progress: Progress, shown: Shown, now: Now): Progress {
  if (shown.kind === "tour") return { ...progress, at: progress.at + 1 };
  if (shown.kind === "last") return { ...progress, left: true };
  return { ...progress, folded: marked(shown, now) };
}

export const back = (progress: Progress): Progress => ({ ...progress, at: Math.max(0, progress.at - 1) });
