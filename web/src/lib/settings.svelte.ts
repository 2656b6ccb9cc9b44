// What a person chose for this device. Kept in the browser only.
import { fill, find, languages, pageTexts, type Language } from "./texts";

export type Theme = "auto" | "light" | "dark" | "contrast";

interface Kept {
  language: Language;
  theme: Theme;
  sounds: boolean;
  motion: "auto" | "reduced";
  cover: boolean; // a screen between the seats of one device
}

const KEY = "mecenate";

function ofBrowser(): Language {
  const wanted = (navigator.languages ?? [navigator.language]).map((one) => one.slice(0, 2));
  return wanted.find((one): one is Language => languages.includes(one as Language)) ?? "en";
}

function kept(): Kept {
  const usual: Kept = { language: ofBrowser(), theme: "auto", sounds: false, motion: "auto", cover: true };
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (!languages.includes(found.language)) delete found.language;
    return { ...usual, ...found };
  } catch {
    return usual; // no storage, or something else in it
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

class Settings {
  #kept = $state<Kept>(kept());
  #dark = $state(dark.matches);
  #contrast = $state(contrast.matches);
  #still = $state(still.matches);

  constructor() {
    dark.addEventListener("change", () => (this.#dark = dark.matches));
    contrast.addEventListener("change", () => (this.#contrast = contrast.matches));
    still.addEventListener("change", () => (this.#still = still.matches));
  }

  get language(): Language {
    return this.#kept.language;
  }
  get theme(): Theme {
    return this.#kept.theme;
  }
  get sounds(): boolean {
    return this.#kept.sounds;
  }
  get motion(): "auto" | "reduced" {
    return this.#kept.motion;
  }
  get cover(): boolean {
    return this.#kept.cover;
  }

  /** The theme that is drawn now. */
  get drawn(): "light" | "dark" | "contrast" {
    if (this.theme !== "auto") return this.theme;
    if (this.#contrast) return "contrast";
    return this.#dark ? "dark" : "light";
  }

  /** Whether things change place without travel. */
  get still(): boolean {
    return this.motion === "reduced" || this.#still;
  }

  choose(change: Partial<Kept>): void {
    Object.assign(this.#kept, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  /** The words of the page: `settings.say("question.undo")`. */
  say = (key: string, values: Record<string, string | number> = {}): string =>
    fill(find(pageTexts[this.language], key, values) ?? find(pageTexts.en, key, values) ?? key, values);
}

export const settings = new Settings();
