// The guide at one table: what it shows now, and what a person does with it.
import { guides } from "../games";
import { keep, kept } from "./kept";
import { back, current, isFolded, next, noted, start, type Guide, type Now, type Progress } from "./steps";

export class Guided {
  #progress = $state.raw<Progress | null>(null);
  #guide = $state.raw<Guide | null>(null);
  readonly #now: () => Now | null;

  constructor(
    readonly table: string,
    now: () => Now | null,
  ) {
    this.#now = now;
    this.#progress = kept(table);
  }

  shown = $derived.by(() => {
    const now = this.#now();
    return this.#guide && this.#progress && now ? current(this.#guide, this.#progress, now) : null;
  });
  folded = $derived.by(() => {
    const now = this.#now();
    return !!(this.#progress && this.shown && now && isFolded(this.#progress, this.shown, now));
  });

  /** Whether somebody is being guided here, also while there is nothing to say. */
  get on(): boolean {
    return this.#guide !== null && this.#progress?.left === false;
  }
  get left(): boolean {
    return this.#guide !== null && this.#progress?.left === true;
  }
  get now(): Now | null {
    return this.#now();
  }

  /** Loads the steps of the game; only where a guide was begun. */
  async load(game: string): Promise<void> {
    if (this.#progress && !this.#guide) this.#guide = (await guides[game]?.()) ?? null;
  }

  #go(progress: Progress): void {
    this.#progress = progress;
    keep(this.table, progress);
  }
  #with(change: (progress: Progress) => Progress): void {
    if (!this.#progress) return;
    const changed = change(this.#progress);
    if (changed !== this.#progress) this.#go(changed);
  }

  /** What is shown counts as seen from the next question on. */
  note(): void {
    const [shown, now] = [this.shown, this.#now()];
    if (shown && now) this.#with((progress) => noted(progress, shown, now));
  }
  next(): void {
    const [shown, now] = [this.shown, this.#now()];
    if (shown && now) this.#with((progress) => next(progress, shown, now));
  }
  back(): void {
    this.#with(back);
  }
  unfold(): void {
    this.#with((progress) => ({ ...progress, folded: "" }));
  }
  leave(): void {
    this.#with((progress) => ({ ...progress, left: true }));
  }
  /** From the menu: on from where it was left, and from the start if it had come to its end. */
  again(): void {
    const ended = this.#guide?.asked.some((one) => one.last && this.#progress && one.key in this.#progress.seen);
    this.#with((progress) => (ended ? start : { ...progress, folded: "", left: false }));
  }
}
