import { beforeAll, describe, expect, it, vi } from "vitest";
import type { GameInfo } from "../lib/answers";

// The settings of the page look at the browser; there is none here.
vi.mock("../lib/settings.svelte", () => ({ settings: { say: (key: string) => key } }));

let options: typeof import("../lib/options");
beforeAll(async () => {
  options = await import("../lib/options");
});

const game = {
  options: [
    { key: "edition", values: ["one", "two"], seats: [], needs: "", presets: { two: { draw: "any", back: true } } },
    { key: "extra", values: [false, true], seats: [], needs: "", presets: {} },
    { key: "back", values: [false, true], seats: [], needs: "extra", presets: {} },
    { key: "draw", values: ["different", "any"], seats: [2], needs: "", presets: {} },
  ],
} as unknown as GameInfo;

describe("options", () => {
  it("mean something with the right seats and what they need", () => {
    const chosen = options.usual(game);
    const meant = (seats: number, extra: boolean) => game.options.filter((one) => options.meant(one, seats, { ...chosen, extra })).map((one) => one.key);
    expect(meant(3, false)).toEqual(["edition", "extra"]);
    expect(meant(2, true)).toEqual(["edition", "extra", "back", "draw"]);
  });
  it("bring along what usually comes with them, and take it back", () => {
    const two = options.choose(game, game.options[0]!, "two", options.usual(game));
    expect(two).toEqual({ edition: "two", extra: false, back: true, draw: "any" });
    expect(options.choose(game, game.options[0]!, "one", two)).toEqual(options.usual(game));
  });
  it("are sent only where they mean something", () => {
    expect(options.sent(game, 3, { ...options.usual(game), draw: "any" })).toEqual({ edition: "one", extra: false });
  });
  it("have words, and a switch may do without", () => {
    const texts = { options: { money_open: "Open", extra_True: "With it" } };
    expect(options.valueWords(texts, "money", "open")).toBe("Open");
    expect([true, false].map((value) => options.valueWords(texts, "extra", value))).toEqual(["With it", "page.no"]);
  });
});
