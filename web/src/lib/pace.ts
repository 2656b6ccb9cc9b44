// Bots answer faster than eyes can follow. New situations wait for the one before to be seen, but never pile up.

const GAP = 420;
const MOST = 6;

export class Pace<T> {
  #waiting: T[] = [];
  #timer = 0;
  #last = 0;

  constructor(
    private readonly show: (one: T) => void,
    private readonly gap: () => number = () => GAP,
  ) {}

  add(one: T): void {
    this.#waiting.push(one);
    if (this.#waiting.length > MOST) this.#waiting.splice(0, this.#waiting.length - MOST);
    this.#step();
  }

  /** Show the last one at once: somebody wants to act. */
  hurry(): void {
    const last = this.#waiting.at(-1);
    this.stop();
    if (last !== undefined) this.show(last);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#waiting = [];
  }

  #step(): void {
    if (this.#timer || !this.#waiting.length) return;
    const wait = Math.max(0, this.#last + this.gap() - Date.now());
    if (wait === 0) {
      this.#last = Date.now();
      this.show(this.#waiting.shift()!);
      this.#step();
      return;
    }
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#step();
    }, wait);
  }
}
