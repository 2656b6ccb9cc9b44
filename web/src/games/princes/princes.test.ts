import { describe, expect, it } from "vitest";
import type { Offer } from "../../lib/wire";
import { Shape, cellOf, lookOf, nameOf, outline, parsePlacement, writePlacement } from "./grid";
import { groups } from "./telling";
import type { View } from "./view";

// Tiles as a server told them: shape, place, spaces.
const LAID: [string[], string, string][] = [
  [["XX..", "XX..", ".XXX"], "e2 r3", "e2 f2 e3 f3 g3 g4 g5"],
  [["XXXX", "X..."], "a2 r0 f", "d2 a3 b3 c3 d3"],
  [["XXX", "X.."], "d4 r2", "d4 e4 f4 f5"],
  [["XXX", "XXX", ".X."], "a4 r1", "b4 c4 a5 b5 c5 b6 c6"],
  [["XX..", "XX..", ".XXX"], "e1 r3 f", "g1 g2 e3 f3 g3 e4 f4"],
  [["XXXX", "X..."], "d4 r3 f", "d4 d5 d6 d7 e7"],
];

describe("tiles", () => {
  it.each(LAID)("%j at %s covers %s", (shape, at, cells) => {
    const found = new Shape(shape).at(parsePlacement(at)!);
    expect(found.map(nameOf).sort()).toEqual(cells.split(" ").sort());
  });

  it("writes places as it reads them", () => {
    for (const text of ["a1 r0", "g7 r3 f", "b3 r1 f"]) expect(writePlacement(parsePlacement(text)!)).toBe(text);
    expect(parsePlacement("-5 r0")).toBeNull();
  });

  it("comes back after four turns or two flips, whatever it looks like", () => {
    for (const [drawn] of LAID) {
      const shape = new Shape(drawn);
      for (let start = 0; start < 8; start++) {
        let now = shape.first[start]!;
        for (let n = 0; n < 4; n++) now = shape.turned(now);
        expect(lookOf(shape.cells[now]!)).toBe(lookOf(shape.cells[start]!));
        expect(shape.flipped(shape.flipped(now))).toBe(now);
      }
    }
  });

  it("draws one outline and leaves the seam of a shared building open", () => {
    const cells = ["f1", "g1", "g2"].map(cellOf);
    expect(outline(cells).fill.match(/M/g)).toHaveLength(1);
    expect(outline(cells, 1, 7).stroke).not.toContain("L7 6L7 5");
  });
});

describe("groups", () => {
  const offer = (notation: string): Offer => {
    const [word, ...about] = notation.split(" ");
    return { action: 0, notation, word: word!, about: about.join(" "), thing: null, figures: {}, sentence: notation, rule: "" };
  };
  it("holds every offer exactly once", () => {
    const offers = ["marker muse 300", "marker muse 400", "marker banker 0", "pass", "build opera", "work poet", "place a1 r0", "end", "rest", "under poet"].map(offer);
    const found = groups({ question: "court" } as View, offers, (key) => key);
    expect(found.flatMap((group) => group.offers).map((one) => one.notation).sort()).toEqual(offers.map((one) => one.notation).sort());
    expect(found.find((group) => group.offers[0]?.word === "place")?.onBoard).toBe(true);
  });
});
