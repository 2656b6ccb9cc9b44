// The shapes of the small things: marks of the colours, signs of the seats, decorations and fronts of buildings.
import type { Person, Say } from "../../lib/contract";
import type { BuildingView } from "./view";

/** A stroke or a filled shape around the origin. */
export interface Shape {
  d: string;
  line?: boolean;
}

// Every colour has a mark of its own, so that nobody needs to see colours. Ten units wide.
export const MARKS: Record<string, Shape> = {
  white: { d: "M0-3.4A3.4 3.4 0 1 1-.01-3.4Z", line: true },
  yellow: { d: "M0-4.6 4.4 0 0 4.6-4.4 0Z" },
  red: { d: "M0-4.4 4.6 3.6H-4.6Z" },
  green: { d: "M-4.6 4C-5.2-2.6-.6-4.8 4.6-4.2 5 1.4 1.6 4.8-2.4 3.2L-4.4 4.8Z" },
  blue: { d: "M-5-1.4q2.5-3.2 5 0t5 0M-5 2.6q2.5-3.2 5 0t5 0", line: true },
  purple: { d: "M-2.5-4.5a2 2 0 1 1-.01 0ZM2.5-4.5a2 2 0 1 1-.01 0ZM-2.5.6a2 2 0 1 1-.01 0ZM2.5.6a2 2 0 1 1-.01 0Z" },
  gold: { d: "M0-5 1.3-1.6 4.8-1.6 2 .8 3 4.4 0 2.3-3 4.4-2 .8-4.8-1.6-1.3-1.6Z" },
};

export const SYMBOLS: Record<Person["symbol"], Shape> = {
  lily: {
    d:
      "M0-7C2.8-3.6 2.4-.4 1 2H-1C-2.4-.4-2.8-3.6 0-7ZM-1.4 2.2C-2-1.2-5.6-2.8-6.4.1-6.9 1.8-5 3.2-3.8 2.2-3.3 3.6-2.4 3.2-1.4 2.2Z" +
      "M1.4 2.2C2-1.2 5.6-2.8 6.4.1 6.9 1.8 5 3.2 3.8 2.2 3.3 3.6 2.4 3.2 1.4 2.2ZM-1.5 3.4H1.5L2.2 6.6 0 5.4-2.2 6.6Z",
  },
  star: { d: "M0-6.6 1.7-2.1 6.4-2 2.6.9 4 5.5 0 2.8-4 5.5-2.6.9-6.4-2-1.7-2.1Z" },
  moon: { d: "M2.8-6A6.2 6.2 0 1 0 2.8 6 4.9 4.9 0 1 1 2.8-6Z" },
  cross: { d: "M-1.7-6H1.7V-1.7H6V1.7H1.7V6H-1.7V1.7H-6V-1.7H-1.7Z" },
  wheel: { d: "M0-5.4A5.4 5.4 0 1 1-.01-5.4ZM0-5.4V5.4M-4.7-2.7 4.7 2.7M-4.7 2.7 4.7-2.7", line: true },
};

function petals(n: number, r: number, size: number): string {
  const points = Array.from({ length: n }, (_, i) => polar(r, (i * 360) / n));
  return points.map(({ x, y }) => `M${x.toFixed(1)} ${(y - size).toFixed(1)}a${size} ${size} 0 1 1-.01 0Z`).join("");
}

// Decorations, 24 units wide. The first shape is filled, the second drawn over it.
export const DECORATIONS: Record<string, [string, string]> = {
  crown: ["M-9.5 5.5-10.5-5-5 .5 0-7.5 5 .5 10.5-5 9.5 5.5Z", "M-9 9H9M0-9.5V-9.4M-10.5-7V-6.9M10.5-7V-6.9"],
  book: [
    "M0-5C-3-8-7-8-10.5-7V6.5C-7 5.5-3 5.5 0 8.5 3 5.5 7 5.5 10.5 6.5V-7C7-8 3-8 0-5Z",
    "M0-5V8.5M-7-3.5-3-2.6M-7 .5-3 1.4M7-3.5 3-2.6M7 .5 3 1.4",
  ],
  gate: ["M-9 10V-1A9 9 0 0 1 9-1V10Z", "M-4.5 10V-8.5M0 10V-10M4.5 10V-8.5M-9 1H9M-9 5.5H9"],
  cup: ["M-7.5-9.5H7.5C7.5-1 4.5 2 0 2-4.5 2-7.5-1-7.5-9.5Z", "M0 2V8M-5.5 9.5H5.5M-7.5-5H7.5"],
  flag: ["M-7-9C-3-11.5 2-6.5 9-8.5V1.5C2 3.5-3-1.5-7 1Z", "M-7 11V-10.5M-3-4.6C0-4 3-3.6 6-4"],
  any: [petals(8, 6.2, 3.6), "M0-3.6A3.6 3.6 0 1 1-.01-3.6Z"], // a rosette, for a decoration of one's choice
  arms: ["M-8.5-9.5H8.5V0C8.5 6 4.5 9 0 11-4.5 9-8.5 6-8.5 0Z", "M-8.4-1.5 0-5.5 8.4-1.5M-8 2.5 0-1.5 8 2.5"],
};

function arch(x: number, y: number, w: number, h: number): string {
  return `M${x} ${y}v${-(h - w / 2)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}Z`;
}

function crenels(x: number, y: number, w: number, n: number): string {
  const step = w / (2 * n - 1);
  let d = `M${x} ${y}`;
  for (let i = 0; i < n; i++) d += `v-3.4h${step}v3.4${i < n - 1 ? `h${step}` : ""}`;
  return d + "Z";
}

function row(n: number, x: number, step: number, y: number, w: number, h: number): string {
  return Array.from({ length: n }, (_, i) => arch(x + i * step, y, w, h)).join("");
}

/** A front of a building on 64 by 46 units: walls, openings, and fine lines that only large drawings have. */
export interface Front {
  walls: string;
  holes: string;
  fine: string;
}
export const FRONTS: Record<string, Front> = {
  palazzo: {
    walls: "M11 46V13H53V46ZM7.5 13V8.5H56.5V13Z",
    holes: row(4, 15, 9.7, 22, 5, 6.4) + row(4, 15, 9.7, 33, 5, 7) + arch(28, 46, 8, 10.5) + arch(16, 44, 6, 6) + arch(42, 44, 6, 6),
    fine: "M11 24.2H53M11 35H53M10 10.8H54",
  },
  biblioteca: {
    walls:
      "M7 46V42.5H57V46ZM10 42.5V40H54V42.5ZM12.5 40V23H17V40ZM24 40V23H28.4V40Z" +
      "M35.6 40V23H40V40ZM47 40V23H51.5V40ZM9 23V18.5H55V23ZM7 18.5 32 4.5 57 18.5Z",
    holes: "M32 10.6C30 9 27.6 9 26 9.6V15.2C27.6 14.6 30 14.8 32 16.2 34 14.8 36.4 14.6 38 15.2V9.6C36.4 9 34 9 32 10.6Z",
    fine: "M9 20.7H55M14.7 25V38M26.2 25V38M37.8 25V38M49.2 25V38",
  },
  porta: {
    walls: `M7 46V13H21V46ZM43 46V13H57V46ZM21 46V20H43V46Z${crenels(6, 13, 16, 3)}${crenels(42, 13, 16, 3)}${crenels(21.5, 20, 21, 4)}`,
    holes: arch(25, 46, 14, 20) + arch(12.2, 24, 3.6, 6) + arch(48.2, 24, 3.6, 6) + arch(12.2, 36, 3.6, 6) + arch(48.2, 36, 3.6, 6),
    fine: "M7 28.5H21M43 28.5H57M22.5 24H41.5",
  },
  cathedrale: {
    walls:
      "M6 46V31L19 25H45L58 31V46ZM18 46V26L32 19.5 46 26V46Z" +
      "M22.5 22.6V16H41.5V22.6L32 19.5ZM22.5 16C22.5 4.5 41.5 4.5 41.5 16ZM29.8 7V3.6H34.2V7Z",
    holes: `${arch(28.6, 46, 6.8, 10)}M32 26.4a3.2 3.2 0 1 1-.01 0Z${arch(9.5, 42, 4, 7)}${arch(50.5, 42, 4, 7)}`,
    fine: "M32 3.6V-3M29.6-.6H34.4M27 16C27 11 29 8.4 32 7.4 35 8.4 37 11 37 16M32 7.4V16M18 35H27M37 35H46",
  },
  castello: {
    walls: `M4 46V26H22V46ZM42 46V26H60V46ZM21 46V14H43V46Z${crenels(4, 26, 17, 3)}${crenels(43, 26, 17, 3)}${crenels(20, 14, 24, 4)}`,
    holes: arch(27.5, 46, 9, 12) + arch(25, 25, 3.4, 6) + arch(35.6, 25, 3.4, 6) + arch(11, 37, 3.2, 6) + arch(49.8, 37, 3.2, 6),
    fine: "M32 10.6V.4M32 .8 41 3.2 32 5.8M21 18H43M4 30H21M43 30H60",
  },
  villa: {
    walls:
      "M15 46V29H49V46ZM11 29 20 20H44L53 29ZM26 20V15.5H38V20ZM24 15.5 32 10.5 40 15.5Z" +
      "M6.5 46C1.5 37 4.5 25 7 17.5 9.5 25 12.5 37 7.5 46ZM56.5 46C51.5 39 54.5 29 57 22.5 59.5 29 62.5 39 57.5 46Z",
    holes: row(3, 23, 6.6, 46, 5, 11) + "M17 34h3.6v4H17ZM43.4 34H47v4H43.4Z",
    fine: "M15 31.6H49M14 26.4H50M17 23.4H47",
  },
};

export function colourOf(person: Person | undefined): string {
  const colour = person?.colour ?? "ink-2";
  return colour.startsWith("var(") ? colour : `var(--${colour.replace(/^--/, "")})`;
}

/** Type and value of a tile, as its key tells them: "porta 3b" is the second Porta of value 3. */
export function printed(tile: string): { type: string; value: number } {
  const [type = "", value = ""] = tile.split(" ");
  return { type, value: parseInt(value, 10) };
}

/** A tile as it would stand in a city. */
export const built = (tile: string): BuildingView => ({ tile, ...printed(tile), decorated: false, statue: null });

export interface City {
  key: string;
  colour: string;
  reward: "coins" | "points";
  times: number;
  buildings_to_score: number;
}
/** What a city or a landscape pays for each point of value, without or with its improvement. */
export interface Reward {
  coins: number;
  points: number;
}
interface Type {
  key: string;
  landscape: "urban" | "rural";
  decoration: string;
}
type Components = Record<string, any>;

export const citiesOf = (components: Components): City[] => components.cities;
export const typesOf = (components: Components): Type[] => components.types;
/** The colours of bricks, highest first: each is that of a city. */
export const coloursOf = (components: Components): string[] => citiesOf(components).map((city) => city.colour);

/** What a place pays: the printed reward, or that of the improvement which covers it. */
export function rewardOf(components: Components, place: string, improved: boolean): Reward {
  if (improved) {
    const better = components.improvements.find((row: Reward & { place: string }) => row.place === place);
    return { coins: better?.coins ?? 0, points: better?.points ?? 0 };
  }
  const printed = citiesOf(components).find((city) => city.key === place) ?? components.landscapes[place];
  return { coins: 0, points: 0, [printed.reward]: printed.times };
}

export const both = (reward: Reward): boolean => reward.coins > 0 && reward.points > 0;

/** A reward in words, like "coins ×3, points ×1". */
export function paid(reward: Reward, say: Say): string {
  const parts: string[] = [];
  if (reward.coins) parts.push(say("table.coins_times", { times: reward.coins }));
  if (reward.points) parts.push(say("table.points_times", { times: reward.points }));
  return parts.join(", ");
}

const typeOf = (components: Components, key: string) => typesOf(components).find((type) => type.key === key);
export const landOf = (components: Components, type: string) => typeOf(components, type)?.landscape ?? "urban";
export const decorationOf = (components: Components, type: string) => typeOf(components, type)?.decoration ?? "any";
export const cityColour = (components: Components, key: string) =>
  citiesOf(components).find((city) => city.key === key)?.colour ?? "white";

/** A point on a circle, in degrees clockwise from the top. */
export function polar(r: number, degrees: number): { x: number; y: number } {
  const a = (degrees * Math.PI) / 180;
  return { x: r * Math.sin(a), y: -r * Math.cos(a) };
}

/** A circle around the origin, as a path. */
export const circle = (r: number): string => `M0 ${-r}a${r} ${r} 0 1 1-.01 0Z`;

/** A box with round corners, as a path. */
export function box(x: number, y: number, w: number, h: number, r: number): string {
  return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
}

/** The part of a ring between two angles. */
export function sector(inner: number, outer: number, from: number, to: number): string {
  const [a, b, c, d] = [polar(outer, from), polar(outer, to), polar(inner, to), polar(inner, from)];
  return `M${a.x} ${a.y}A${outer} ${outer} 0 0 1 ${b.x} ${b.y}L${c.x} ${c.y}A${inner} ${inner} 0 0 0 ${d.x} ${d.y}Z`;
}

/** An arc with an arrow head at its end, for what would turn. */
export function turning(r: number, from: number, to: number, head = 6): string {
  const [a, b] = [polar(r, from), polar(r, to)];
  const back = (head / r) * 57.3;
  const [p, q] = [polar(r + head * 0.75, to - back), polar(r - head * 0.75, to - back)];
  const long = to - from > 180 ? 1 : 0;
  return `M${a.x} ${a.y}A${r} ${r} 0 ${long} 1 ${b.x} ${b.y}M${p.x} ${p.y}L${b.x} ${b.y}L${q.x} ${q.y}`;
}
