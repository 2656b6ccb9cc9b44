// How a live connection goes on after it broke: from which entry, after how long, and whether at all.

export type Next = { again: true; after: number } | { again: false; why: "gone" };

const FIRST = 500;
const LAST = 20_000;

// Close codes: 1000 done, 1008 not for this person any more, 1012 the server starts anew, 1013 too busy.
export function next(code: number, failures: number, chance: number): Next {
  if (code === 1008) return { again: false, why: "gone" };
  if (code === 1012) return { again: true, after: 400 + 1600 * chance }; // all come back at once: spread them
  const wait = Math.min(LAST, FIRST * 2 ** Math.max(0, failures - 1));
  return { again: true, after: wait * (0.7 + 0.6 * chance) };
}

/** Entries in their order, each once; the newest knowledge of an entry counts. */
export function merged<T extends { seq: number }>(known: T[], more: T[]): T[] {
  if (!more.length) return known;
  const last = known.at(-1)?.seq ?? 0;
  if (more.every((one, n) => one.seq > (n ? more[n - 1]!.seq : last))) return [...known, ...more];
  const all = new Map(known.map((one) => [one.seq, one]));
  for (const one of more) all.set(one.seq, one);
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

/** The last entry without a gap before it: what to name as `since`. */
export function since(entries: { seq: number }[]): number {
  return entries.at(-1)?.seq ?? 0;
}
