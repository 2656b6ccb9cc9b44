// Finding a position without looking at all of them.

/** The first position from `low` on (to `high`) for which something holds; it holds for all after that one. */
export async function firstWhere(low: number, high: number, holds: (position: number) => Promise<boolean>): Promise<number> {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (await holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
