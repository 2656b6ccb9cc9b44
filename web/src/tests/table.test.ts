import { describe, expect, it } from "vitest";
import { lines, movers, named, told } from "../lib/chronicle";
import { firstWhere } from "../lib/halving";
import { source, travels } from "../lib/moving";
import { person } from "../lib/people";
import { until } from "../lib/planning";
import { readHead } from "../lib/record";
import { rule } from "../lib/rules";
import { sha256 } from "../lib/sha256";
import { left, written } from "../lib/time";
import type { EntryMessage, Offer, Replay, SeatInfo, Situation } from "../lib/wire";

function entry(seq: number, kind: EntryMessage["kind"], position: number, more: Partial<EntryMessage> = {}): EntryMessage {
  return { type: "entry", seq, at: 0, kind, seat: 0, position, text: kind === "move" ? "" : kind, events: [{ key: "", seat: 0, about: {}, text: `${kind} ${seq}` }], ...more };
}

describe("the chronicle", () => {
  const log = [entry(1, "move", 1), entry(2, "move", 2), entry(3, "undo", 1, { to: 1, events: [] }), entry(4, "move", 2, { seat: 1 })];
  it("strikes out what was taken back, and only that", () => {
    expect(lines(log).map((line) => line.undone)).toEqual([false, true, false, false]);
  });
  it("knows who made the moves that stand", () => {
    expect([...movers(log)]).toEqual([[1, 0], [2, 1]]);
  });
  it("does not say twice that the game is over", () => {
    const end = [entry(1, "move", 1, { events: [{ key: "finished", seat: null, about: {}, text: "over" }] }), entry(2, "over", 1, { seat: null, events: [] })];
    expect(lines(end).map((line) => line.parts.map((part) => part.text))).toEqual([["over"]]);
  });
  it("tells a move that caused nothing by its sentence, as far as one may know it", () => {
    const people = [person({ seat: 0, name: "Anna" } as SeatInfo)];
    const at = (more: Partial<Replay>) => told({ mover: 0, events: [], sentence: null, ...more } as Replay, people, (key, values) => `${key} ${values?.move ?? ""}`);
    expect(at({ sentence: "Buy" })).toBe("replay.did Buy");
    expect(at({})).toBe("replay.decided ");
    expect(at({ mover: null })).toBe("replay.start ");
    expect(at({ events: [{ key: "", seat: 0, about: {}, text: "Anna buys." }], sentence: "Buy" })).toBe("Anna buys.");
  });
  it("finds the longest name that a line begins with", () => {
    expect(named("Anna 2 bids", ["Anna", "Anna 2"])).toEqual(["Anna 2", " bids"]);
  });
});

describe("movement", () => {
  const spot = (x: number, y: number) => ({ x, y, w: 10, h: 10 });
  it("is of what changed its place, a little after each other, 180 to 320 ms", () => {
    const before = new Map([["a", spot(0, 0)], ["b", spot(0, 0)], ["c", spot(5, 5)]]);
    const after = new Map([["a", spot(40, 0)], ["b", spot(0, 900)], ["c", spot(5, 6)], ["new", spot(1, 1)]]);
    const found = travels(before, after);
    expect(found.map((one) => [one.key, one.ms, one.delay])).toEqual([["a", 190, 0], ["b", 320, 40]]);
  });
  it("begins at the supply for what is new, and where it was for the rest", () => {
    const before = new Map([[source("stack"), spot(0, 0)], ["old", spot(20, 0)]]);
    const after = new Map([["new", spot(40, 0)], ["old", spot(60, 0)], ["strange", spot(80, 0)]]);
    const found = travels(before, after, new Map([["new", "stack"], ["old", "stack"], ["strange", "nowhere"]]));
    expect(found.map((one) => [one.key, one.dx])).toEqual([["new", -40], ["old", -40]]);
  });
});

describe("clocks", () => {
  const clock = { clock: { kind: "none" as const }, at_zero: "bot" as const, at: 1000, left_ms: [60_000, 30_000], running: 1, flagged: [] };
  it("run for the seat that is asked, and stop at nothing", () => {
    expect(left(clock, 0, 11_000)).toBe(60_000);
    expect(left(clock, 1, 11_000)).toBe(20_000);
    expect(left(clock, 1, 99_000)).toBe(0);
  });
  it("are written as people read them", () => {
    expect([860_000, 3_725_000, 183_600_000].map(written)).toEqual(["14:20", "1:02:05", "2 d 3 h"]);
  });
});

describe("plans", () => {
  const offer = (notation: string): Offer => {
    const [word = "", about = ""] = notation.split(" ");
    return { action: notation.length, notation, word, about, thing: null, figures: {}, sentence: notation, rule: "" };
  };
  const asked = (...moves: string[]) => ({ question: "bid", offers: moves.map(offer) }) as unknown as Situation;
  it("go up to a figure where one offer has one", () => {
    expect(until(asked("bid 600", "pass"))).toEqual({ question: "bid", move: "bid", from: 600, step: 100, otherwise: "pass" });
  });
  it("are not for several figures, nor without a way out", () => {
    expect(until(asked("convert 1", "convert 2", "pass"))).toBeNull();
    expect(until(asked("bid 600"))).toBeNull();
  });
});

describe("small readers", () => {
  it("know a record by its head", () => {
    const text = "mecenate record 1\ngame: x\noptions: a=b\nseats: Anna, Bruno (random)\nseed: 7\nmoves:\n1 turn\n2 brick red\nresult: 4 2\ncheck: ff";
    expect(readHead(text)).toEqual({ game: "x", names: ["Anna", "Bruno (random)"], moves: 2, over: true });
    expect(readHead("something else")).toBeNull();
  });
  it("find the heading of a rule", () => {
    expect(rule("k", "Auction, bidding. All bid. Or pass.")).toEqual({ key: "k", title: "Auction, bidding", text: "All bid. Or pass." });
  });
  it("work out SHA-256", () => {
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256("x".repeat(64))).toMatch(/^7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c$/);
  });
  it("find the first position where something holds", async () => {
    expect(await firstWhere(0, 100, async (n) => n >= 37)).toBe(37);
    expect(await firstWhere(0, 100, async () => false)).toBe(100);
  });
});
