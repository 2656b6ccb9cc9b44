// Where the bubble goes: beside what it points at and never over it, and off the answers if there is room elsewhere.
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export type Side = "left" | "right" | "above" | "below" | "none";

export interface Placed {
  x: number;
  y: number;
  side: Side; // of the thing on which the bubble is
  arrow: number; // where along the edge it points, from the left or from the top
}

const GAP = 16; // from the thing to the bubble, for the ring and the arrow
const EDGE = 8; // to the window
const CORNER = 22; // an arrow keeps off the corners

const between = (least: number, n: number, most: number): number => Math.max(least, Math.min(n, most));

export function overlap(a: Box, b: Box): number {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** What is left of a box inside another. */
export function within(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return { x, y, w: Math.max(0, Math.min(a.x + a.w, b.x + b.w) - x), h: Math.max(0, Math.min(a.y + a.h, b.y + b.h) - y) };
}

/** `sheet` is for phones: the bubble is as wide as the window and lies at its lower or upper edge. */
export function placed(thing: Box | null, size: { w: number; h: number }, window: { w: number; h: number }, keepOff: Box[], sheet: boolean): Placed {
  const right = window.w - size.w - EDGE;
  const foot = window.h - size.h - EDGE;
  const middle = { x: (window.w - size.w) / 2, y: sheet ? foot : (window.h - size.h) / 2 };
  if (!thing) return { ...middle, side: "none", arrow: 0 };
  const cx = thing.x + thing.w / 2;
  const cy = thing.y + thing.h / 2;
  const x = between(EDGE, cx - size.w / 2, right);
  const y = between(EDGE, cy - size.h / 2, foot);
  const xs = [x, thing.x, thing.x + thing.w - size.w];
  const ys = [y, thing.y, thing.y + thing.h - size.h];
  const places: { x: number; y: number; side: Side }[] = sheet
    ? [
        { x: middle.x, y: foot, side: "below" },
        { x: middle.x, y: thing.y - GAP - size.h, side: "above" },
      ]
    : [
        ...ys.map((y) => ({ x: thing.x + thing.w + GAP, y, side: "right" as const })),
        ...ys.map((y) => ({ x: thing.x - GAP - size.w, y, side: "left" as const })),
        ...xs.map((x) => ({ x, y: thing.y + thing.h + GAP, side: "below" as const })),
        ...xs.map((x) => ({ x, y: thing.y - GAP - size.h, side: "above" as const })),
      ];
  const cost = (one: { x: number; y: number }): number => {
    const inside = { ...size, x: between(EDGE, one.x, right), y: between(EDGE, one.y, foot) };
    return 100 * overlap(inside, thing) + keepOff.reduce((sum, other) => sum + overlap(inside, other), 0);
  };
  const best = places.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  const at = { x: between(EDGE, best.x, right), y: between(EDGE, best.y, foot) };
  if (overlap({ ...size, ...at }, thing)) return { ...at, side: "none", arrow: 0 };
  const across = best.side === "above" || best.side === "below";
  const arrow = across ? between(CORNER, cx - at.x, size.w - CORNER) : between(CORNER, cy - at.y, size.h - CORNER);
  return { ...at, side: best.side, arrow };
}
