// Positions of a game, asked for once each and a few ahead of who watches them go by.
import { get } from "./api";
import type { Replay } from "./wire";

const AHEAD = 4;

export class Positions {
  #kept = new Map<number, Promise<Replay>>();

  constructor(
    private readonly table: string,
    private readonly looking: { seat?: number | null; watch?: string },
  ) {}

  at(position: number): Promise<Replay> {
    let found = this.#kept.get(position);
    if (!found) {
      found = get<Replay>(`tables/${this.table}/replay/${position}`, { ...this.looking });
      this.#kept.set(position, found);
      found.catch(() => this.#kept.delete(position));
    }
    return found;
  }

  /** Have the next ones at hand. */
  ahead(position: number, last: number, step = 1): void {
    for (let n = 1; n <= AHEAD; n++) {
      const next = position + n * step;
      if (next >= 0 && next <= last) this.at(next).catch(() => {});
    }
  }
}
