import { describe, expect, it } from "vitest";
import { merged, next, since } from "../lib/resume";

const entry = (seq: number, text = "") => ({ seq, text });

describe("after a broken connection", () => {
  it("waits longer each time, but never too long", () => {
    const waits = [1, 2, 3, 20].map((n) => next(1006, n, 0.5)).map((one) => (one.again ? one.after : -1));
    expect(waits).toEqual([500, 1000, 2000, 20_000]);
  });
  it("comes back soon, but not all at once, when the server starts anew", () => {
    const [early, late] = [next(1012, 5, 0), next(1012, 5, 1)];
    expect([early, late]).toEqual([{ again: true, after: 400 }, { again: true, after: 2000 }]);
  });
  it("stays away when it is told to", () => {
    expect(next(1008, 1, 0.5).again).toBe(false);
  });
  it("asks for what came after the last entry", () => {
    expect(since([])).toBe(0);
    expect(since([entry(3), entry(7)])).toBe(7);
  });
});

describe("entries", () => {
  it("are appended in their order", () => {
    expect(merged([entry(1)], [entry(2), entry(3)]).map((one) => one.seq)).toEqual([1, 2, 3]);
  });
  it("are there once, also if they come twice", () => {
    const found = merged([entry(1), entry(2, "old")], [entry(2, "new"), entry(3)]);
    expect(found).toEqual([entry(1), entry(2, "new"), entry(3)]);
  });
});
