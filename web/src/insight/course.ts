// The course of a game as figures to draw: what each seat could hope for, from the first decision to the result.
import type { Weighed } from "../lib/wire";

export type Shown = "chances" | "scores";

export interface Point {
  at: number; // a position
  values: number[]; // of each seat
}

/** How a game ended, as the last point of its course. */
export interface End {
  position: number;
  scores: number[];
  places: number[];
}

export const WIDE = 1000;
export const HIGH = 100;

export function points(decisions: Weighed[], shown: Shown, end: End | null): Point[] {
  const found = decisions.map((one) => ({ at: one.position, values: one[shown] }));
  if (!end) return found;
  const winners = end.places.filter((place) => place === 1).length;
  const won = end.places.map((place) => (place === 1 ? 1 / winners : 0));
  return [...found, { at: end.position, values: shown === "chances" ? won : end.scores }];
}

const across = (at: number, of: number): number => round((WIDE * at) / Math.max(1, of));
const round = (x: number): number => Math.round(x * 10) / 10;
const path = (spots: [number, number][]): string => spots.map(([x, y], n) => `${n ? "L" : "M"}${x} ${y}`).join("");

/** Chances, one seat's band above the other's: the first seat on top, as in the rail of people. */
export function bands(course: Point[], of: number): string[] {
  if (!course.length) return [];
  const seats = course[0]!.values.length;
  const edges = course.map(({ values }) => {
    const sum = values.reduce((a, b) => a + b, 0) || 1;
    let below = 0;
    return [0, ...values.map((value) => (below += value / sum))];
  });
  return Array.from({ length: seats }, (_, seat) => {
    const edge = (n: number): [number, number][] => course.map(({ at }, k) => [across(at, of), round(HIGH * edges[k]![n]!)]);
    return `${path(edge(seat))}${path(edge(seat + 1).reverse()).replace("M", "L")}Z`;
  });
}

/** Between which figures the lines of scores lie. */
export function range(course: Point[]): [number, number] {
  const all = course.flatMap((point) => point.values);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return all.length ? [Math.floor(low), Math.max(Math.ceil(high), Math.floor(low) + 1)] : [0, 1];
}

export function lines(course: Point[], of: number): string[] {
  if (!course.length) return [];
  const [low, high] = range(course);
  return course[0]!.values.map((_, seat) => path(course.map(({ at, values }) => [across(at, of), round(HIGH * (1 - (values[seat]! - low) / (high - low)))])));
}

/** What is known at a position: the last point that is not after it. */
export const known = (course: Point[], position: number): Point | null => course.findLast((point) => point.at <= position) ?? course[0] ?? null;

/** The decision whose move led to a position. */
export const decisionTo = (decisions: Weighed[], position: number): Weighed | null => decisions.find((one) => one.position === position - 1) ?? null;

/** The decisions that cost something, the dearest first. */
export const costly = (decisions: Weighed[]): Weighed[] => decisions.filter((one) => one.cost > 0).sort((a, b) => b.cost - a.cost || a.position - b.position);

/** How many moves of each seat cost something, and what they cost on average. Chances of different moments don't add up. */
export function costs(decisions: Weighed[], seats: number): { moves: number; mean: number }[] {
  return Array.from({ length: seats }, (_, seat) => {
    const dear = costly(decisions).filter((one) => one.seat === seat);
    return { moves: dear.length, mean: dear.reduce((sum, one) => sum + one.cost, 0) / Math.max(1, dear.length) };
  });
}

export const percent = (part: number): string => `${Math.round(100 * part)} %`;
