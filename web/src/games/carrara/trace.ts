// What moved between two views: how far the wheels have turned, and which brick and which marker is which. The view counts them
// and tells what lies where; what was elsewhere before is read here, so that drawings can travel.
import { COLOURS } from "./look";
import type { SegmentView, View } from "./view";

export interface Traced {
  wheel: SegmentView[];
  big: number; // segments, clockwise, since the page was opened: never wraps, so that a drawing can follow it
  small: number;
  bricks: Placed; // in a hand or a segment of the wheel, by colour
  markers: Placed; // at court, in the open area, in flight to a space, on a space; by seat
}

export type Placed = Record<string, Record<string, string[]>>;

type Counts = Record<string, number>;

const same = (a: Counts | undefined, b: Counts | undefined): boolean => Object.keys(a ?? {}).every((colour) => a?.[colour] === b?.[colour]);

export const around = (n: number): number => ((n % 6) + 6) % 6;

function shortest(from: number, to: number): number {
  const step = around(to - from);
  return step > 3 ? step - 6 : step;
}

/** Without printed pieces only the bricks tell: every segment found again one location farther is a turn. */
function byBricks(before: SegmentView[], after: SegmentView[]): number {
  const fits = (step: number, free: number) =>
    before.every((segment, i) => around(i + step) === free || same(segment.bricks, after[around(i + step)]?.bricks));
  if (before.every((segment, i) => same(segment.bricks, after[i]?.bricks))) return 0;
  // The segment that comes to location I is filled up; on the way back it is the one that leaves it.
  if (fits(1, 0)) return 1;
  return fits(-1, 5) ? -1 : 0;
}

function turns(before: Traced | null, wheel: SegmentView[], components: Record<string, any>): { big: number; small: number } {
  const printed = components.wheels as { decorations: string[]; statues: string[] } | undefined;
  const big = wheel.findIndex((segment) => segment.decoration !== null && segment.decoration === printed?.decorations[0]);
  const small = wheel.findIndex((segment) => segment.statue !== null && segment.statue === printed?.statues[0]);
  if (!before) return { big: Math.max(big, 0), small: Math.max(small, 0) };
  if (big < 0) return { big: before.big + byBricks(before.wheel, wheel), small: 0 };
  return { big: before.big + shortest(before.big, big), small: before.small + shortest(before.small, small) };
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
  const { big, small } = turns(last, view.wheel, components);
  const counts: Record<string, Counts> = {};
  view.wheel.forEach((segment, at) => (counts[`segment ${around(at - big)}`] = segment.bricks));
  const own = view.you === null ? null : view.seats[view.you]?.bricks;
  if (own) counts[`hand ${view.you}`] = own;
  const seats = view.seats.map((_, n) => String(n));
  last = {
    wheel: view.wheel,
    big,
    small,
    bricks: lay(last?.bricks ?? {}, counts, COLOURS, "brick"),
    markers: lay(last?.markers ?? {}, markers(view), seats, "marker"),
  };
  known.set(view, last);
  return last;
}
