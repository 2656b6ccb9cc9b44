// Who one is here. A guest needs a name and nothing else.
import { get, post, put, Refusal } from "./api";
import type { Me } from "./answers";
import { settings } from "./settings.svelte";
import { find, languages, pageTexts } from "./texts";

const GUESTS = languages.map((one) => find(pageTexts[one], "account.guest"));

class Myself {
  now = $state<Me | null>(null);
  known = $state(false); // whether the server was asked already
  #asking: Promise<Me | null> | null = null;

  /** Ask once; everybody who wants to know waits for the same answer. */
  load(): Promise<Me | null> {
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<Me | null> {
    try {
      this.set((await get<{ me: Me | null }>("visitor")).me);
    } catch (error) {
      this.#asking = null; // try again next time
      if (!(error instanceof Refusal)) throw error;
      this.known = true;
    }
    return this.now;
  }

  set(me: Me | null): void {
    this.now = me;
    this.known = true;
    this.#asking = Promise.resolve(me);
  }

  /** Whether nobody knows yet what to call this person: who plays with bots is not asked. */
  get nameless(): boolean {
    return this.known && (!this.now || (this.now.guest && GUESTS.includes(this.now.name)));
  }

  /** Somebody who may act: as they are known, else a new guest of this name; a guest without one gets it now. */
  async enter(name = ""): Promise<Me> {
    const known = await this.load();
    if (known && this.nameless && name.trim()) this.set(await put<Me>("me/name", { name: name.trim() }));
    if (known) return this.now!;
    const called = name.trim() || settings.say("account.guest");
    try {
      this.set(await post<Me>("guest", { name: called, language: settings.language }));
    } catch (error) {
      // Somebody came in meanwhile, in another tab of this browser.
      if (!(error instanceof Refusal) || error.status !== 409) throw error;
      this.set(await get<Me>("me"));
    }
    return this.now!;
  }
}

export const me = new Myself();
