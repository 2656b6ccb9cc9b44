// What moved between two views: how far the wheels have turned, and which brick and which marker is which. The view counts them
// and tells what lies where; what was elsewhere before is read here, so that drawings can travel.
import { coloursOf } from "./look";
import type { View } from "./view";

export interface Traced {
  big: number; // segments, clockwise, since the page was opened: never wraps, so that a drawing can follow it
  small: number;
  bricks: Placed; // in a hand or a segment of the wheel, by colour
  markers: Placed; // at court, in the open area, in flight to a space, on a space; by seat
}

export type Placed = Record<string, Record<string, string[]>>;

type Counts = Record<string, number>;

export const around = (n: number, of: number): number => ((n % of) + of) % of;

/** The same place on the wheel, reached from where it was by the shorter way. */
function turned(before: number | undefined, now: number, of: number): number {
  if (before === undefined) return now;
  const step = around(now - before, of);
  return before + (step > of / 2 ? step - of : step);
}

let made = 0;

/** Things stay where they are if they can; those that left a place come to the places that have more now. */
function lay(before: Placed, counts: Record<string, Counts>, kinds: string[], name: string): Placed {
  const found: Placed = {};
  for (const colour of kinds) {
    const free: string[] = [];
    // A place that is not seen any more, as the hand of another seat, keeps what it has.
    for (const place of Object.keys(before)) {
      const now = counts[place];
      if (now) free.push(...(before[place]?.[colour] ?? []).slice(now[colour] ?? 0));
    }
    for (const place of Object.keys(counts)) {
      const wanted = counts[place]?.[colour] ?? 0;
      const here = (before[place]?.[colour] ?? []).slice(0, wanted);
      while (here.length < wanted) here.push(free.shift() ?? `${name} ${++made}`);
      (found[place] ??= {})[colour] = here;
    }
  }
  return found;
}

/** A marker that was taken and has no space yet is in flight. */
export const flies = (view: View): number | null => (view.question === "space" ? view.asked : null);

function markers(view: View): Record<string, Counts> {
  const counts: Record<string, Counts> = {};
  const put = (place: string, seat: number, n: number) => ((counts[place] ??= {})[seat] = n);
  view.court.forEach((_, area) => (counts[`court ${area}`] = {}));
  counts.flight = {};
  view.seats.forEach((seat, n) => {
    for (const area of seat.court) put(`court ${area}`, n, 1);
    put("open", n, seat.open_markers);
    for (const space of seat.scored) put(`space ${space}`, n, 1);
    if (flies(view) === n) put("flight", n, 1);
  });
  return counts;
}

// One table is on the page at a time. Wheel and hand ask for the same view and must get the same answer.
const known = new WeakMap<View, Traced>();
let last: Traced | null = null;

export function trace(view: View, components: Record<string, any>): Traced {
  const found = known.get(view);
  if (found) return found;
  const size = view.wheel.length;
  const big = turned(last?.big, view.turned, size);
  const counts: Record<string, Counts> = {};
  view.wheel.forEach((segment, at) => (counts[`segment ${around(at - big, size)}`] = segment.bricks));
  const own = view.you === null ? null : view.seats[view.you]?.bricks;
  if (own) counts[`hand ${view.you}`] = own;
  const seats = view.seats.map((_, n) => String(n));
  last = {
    big,
    small: turned(last?.small, view.turned_inner, size),
    bricks: lay(last?.bricks ?? {}, counts, coloursOf(components), "brick"),
    markers: lay(last?.markers ?? {}, markers(view), seats, "marker"),
  };
  known.set(view, last);
  return last;
}
