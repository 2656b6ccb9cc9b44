// Whether bots are still being prepared, which happens once after an installation. It is asked for until they are ready.
import { get } from "./api";
import type { Preparing } from "./answers";

const PAUSE_MS = 3000;

export class Prepared {
  #left = $state.raw<Preparing[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins asking; the answer ends it. */
  watch(): () => void {
    void this.#ask();
    return () => clearTimeout(this.#timer);
  }

  /** What is still being prepared for a table at which such bots sit. */
  of(game: string, levels: string[]): Preparing | null {
    return this.#left.find((one) => one.game === game && one.levels.some((level) => levels.includes(level))) ?? null;
  }

  async #ask(): Promise<void> {
    try {
      this.#left = await get<Preparing[]>("preparing");
    } catch {
      return; // nothing hangs on it
    }
    if (this.#left.length) this.#timer = setTimeout(() => void this.#ask(), PAUSE_MS);
  }
}
