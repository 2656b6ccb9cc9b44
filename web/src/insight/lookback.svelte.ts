// An analysis as it comes in: asked for once somebody wants it, then again until the server has thought about every decision.
import { get, sentence } from "../lib/api";
import type { Analysis, Weighed } from "../lib/wire";

const PAUSE_MS = 1500;
const REST_MS = 8000; // after a failure
const PATIENCE = 5; // failures

export class Lookback {
  begun = $state(false);
  decisions = $state.raw<Weighed[]>([]);
  total = $state(0);
  wrong = $state("");
  waiting = $state(false); // what failed is tried again by itself
  #failures = 0; // without a decision between them
  #timer: ReturnType<typeof setTimeout> | undefined;
  #number = 0; // of the latest beginning: what an older one still brings counts no more

  constructor(
    private readonly table: string,
    private readonly watch: string,
    private readonly fetched: typeof get = get,
  ) {}

  get done(): boolean {
    return this.begun && this.total > 0 && this.decisions.length >= this.total;
  }

  /** Ask for all of it; also in another language. */
  begin(): void {
    this.stop();
    this.begun = true;
    this.wrong = "";
    this.decisions = [];
    void this.#ask(this.#number);
  }

  /** Once more, from where it is. */
  goOn(): void {
    this.stop();
    this.#failures = 0;
    this.wrong = "";
    void this.#ask(this.#number);
  }

  async #ask(number: number): Promise<void> {
    try {
      const found = await this.fetched<Analysis>(`tables/${this.table}/analysis`, { since: this.decisions.length, watch: this.watch });
      if (number !== this.#number) return;
      this.decisions = [...this.decisions.slice(0, found.since), ...found.decisions];
      this.total = found.total;
      this.wrong = "";
      if (found.decisions.length) this.#failures = 0;
      if (this.decisions.length < found.total) this.#timer = setTimeout(() => void this.#ask(number), PAUSE_MS);
    } catch (error) {
      if (number !== this.#number) return;
      this.wrong = sentence(error);
      this.begun = this.decisions.length > 0;
      // What is there stays, and the server goes on from it: so does this page, for a while.
      this.waiting = this.begun && ++this.#failures < PATIENCE;
      if (this.waiting) this.#timer = setTimeout(() => void this.#ask(number), REST_MS);
    }
  }

  stop(): void {
    this.#number++;
    clearTimeout(this.#timer);
  }
}
