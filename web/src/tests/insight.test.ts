import { render } from "svelte/server";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { bands, costly, costs, decisionTo, known, lines, percent, points, range } from "../insight/course";
import { person } from "../lib/people";
import type { Analysis, SeatInfo, Weighed } from "../lib/wire";

const weighed = (position: number, seat: number, cost = 0, chances = [0.5, 0.5], more: Partial<Weighed> = {}): Weighed => ({ position, seat, chances, scores: [10 + position, 20], cost, ...more });
const end = { position: 10, scores: [30, 24], places: [1, 2] };
const game = [weighed(0, 0), weighed(4, 1, 0.2, [0.75, 0.25], { played: "Pass", preferred: "Bid 400" }), weighed(8, 0, 0.3, [0.9, 0.1], { played: "Build", preferred: "Work" })];

describe("the course of a game", () => {
  it("ends with the result", () => {
    expect(points(game, "chances", end).at(-1)).toEqual({ at: 10, values: [1, 0] });
    expect(points(game, "scores", end).at(-1)).toEqual({ at: 10, values: [30, 24] });
    expect(points(game, "chances", null)).toHaveLength(3);
    expect(points([], "chances", { ...end, places: [1, 1] })[0]!.values).toEqual([0.5, 0.5]);
  });
  it("is drawn as bands that fill the height", () => {
    const [first, second] = bands(points(game, "chances", end), 10);
    expect(first).toBe("M0 0L400 0L800 0L1000 0L1000 100L800 90L400 75L0 50Z");
    expect(second).toBe("M0 50L400 75L800 90L1000 100L1000 100L800 100L400 100L0 100Z");
    expect(bands([], 10)).toEqual([]);
  });
  it("is drawn as lines between the lowest and the highest score", () => {
    const course = points(game, "scores", end);
    expect(range(course)).toEqual([10, 30]);
    expect(lines(course, 10)[0]).toBe("M0 100L400 80L800 60L1000 0");
  });
  it("is known at every position", () => {
    const course = points(game, "chances", end);
    expect([0, 3, 4, 9, 10].map((n) => known(course, n)?.values[0])).toEqual([0.5, 0.5, 0.75, 0.9, 1]);
    expect(known([], 3)).toBeNull();
  });
  it("names the dearest moves first, and how many of each seat cost what on average", () => {
    expect(costly(game).map((one) => one.position)).toEqual([8, 4]);
    expect(costs(game, 3)).toEqual([{ moves: 1, mean: 0.3 }, { moves: 1, mean: 0.2 }, { moves: 0, mean: 0 }]);
    expect(costs([...game, { ...game[1]!, cost: 0.9 }, { ...game[1]!, cost: 0.9 }], 2)[game[1]!.seat]!.mean).toBeLessThan(1);
    expect(decisionTo(game, 5)?.position).toBe(4);
    expect(decisionTo(game, 6)).toBeNull();
    expect(percent(0.126)).toBe("13 %");
  });
});

describe("what is shown of it", () => {
  const people = ["Anna", "Bruno"].map((name, seat) => person({ seat, name } as SeatInfo));
  beforeAll(() => {
    const never = { matches: false, addEventListener: () => {} };
    vi.stubGlobal("matchMedia", () => never);
    vi.stubGlobal("navigator", { language: "en", languages: ["en"] });
  });
  it("is a band for each seat, a mark on each dear move, and the figures at the cursor", async () => {
    const { default: Course } = await import("../insight/Course.svelte");
    const { body } = render(Course, { props: { decisions: game, end, of: 10, position: 5, people, shown: "chances", go: () => {} } });
    expect(body.match(/class="band/g)).toHaveLength(2);
    expect(body.match(/class="mark/g)).toHaveLength(2);
    expect(body).toContain("75 %");
    expect(body).toContain("left: 50%");
    const scores = render(Course, { props: { decisions: game, end, of: 10, position: 5, people, shown: "scores", go: () => {} } }).body;
    expect(scores.match(/class="line/g)).toHaveLength(2);
  });
  it("says what the bot thinks of a move", async () => {
    const { default: Verdict } = await import("../insight/Verdict.svelte");
    const said = (decision: Weighed | null) => render(Verdict, { props: { decision } }).body.replace(/<[^>]*>/g, "");
    expect(said(game[1]!)).toMatch(/−20 %\s+The bot prefers: Bid 400/);
    expect(said(game[0]!)).toContain("The bot would have done the same.");
    expect(said(weighed(3, 0, 0, undefined, { played: "Pass", preferred: "Bid" }))).toContain("The bot leans towards: Bid");
    expect(said(null).trim()).toBe("");
  });
  it("lists the moves that cost most, or offers to look for them", async () => {
    const [{ default: Pane }, { Lookback }] = await Promise.all([import("../insight/Pane.svelte"), import("../insight/lookback.svelte")]);
    const parts: Analysis[] = [
      { table: "t", done: 2, total: 3, since: 0, decisions: game.slice(0, 2) },
      { table: "t", done: 3, total: 3, since: 2, decisions: game.slice(2) },
    ];
    const asked: unknown[] = [];
    vi.useFakeTimers();
    const lookback = new Lookback("t", "", (async (_: string, query: unknown) => (asked.push(query), parts.shift()!)) as any);
    const shown = () => render(Pane, { props: { lookback, people, position: 5, go: () => {} } }).body.replace(/<!--.*?-->/g, "");
    expect(shown()).toContain("Analyse the game");
    lookback.begin();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toContain("2 of 3 decisions");
    expect(lookback.done).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(lookback.done).toBe(true);
    expect(asked).toEqual([{ since: 0, watch: "" }, { since: 2, watch: "" }]);
    const body = shown();
    expect(body.indexOf("Build")).toBeLessThan(body.indexOf("Pass"));
    expect(body).not.toContain("2 of 3");
    vi.useRealTimers();
  });
  it("tells when the server has no answer, and can be begun again", async () => {
    const [{ Lookback }, { Refusal }] = await Promise.all([import("../insight/lookback.svelte"), import("../lib/api")]);
    const lookback = new Lookback("t", "", (async () => {
      throw new Refusal(503, { type: "error", error: "insight-busy", message: "Too many." });
    }) as any);
    lookback.begin();
    await new Promise((done) => setTimeout(done));
    expect([lookback.wrong, lookback.begun]).toEqual(["Too many.", false]);
  });
  it("keeps what is there when the server fails, and goes on from it", async () => {
    const [{ Lookback }, { Refusal }] = await Promise.all([import("../insight/lookback.svelte"), import("../lib/api")]);
    vi.useFakeTimers();
    const asked: number[] = [];
    const answers: (Analysis | null)[] = [{ table: "t", done: 2, total: 3, since: 0, decisions: game.slice(0, 2) }, null, { table: "t", done: 3, total: 3, since: 2, decisions: game.slice(2) }];
    const lookback = new Lookback("t", "", (async (_: string, query: { since: number }) => {
      asked.push(query.since);
      const next = answers.shift();
      if (!next) throw new Refusal(503, { type: "error", error: "insight-failed", message: "No answer." });
      return next;
    }) as any);
    lookback.begin();
    await vi.advanceTimersByTimeAsync(2000);
    expect([lookback.wrong, lookback.decisions.length, lookback.begun, lookback.waiting]).toEqual(["No answer.", 2, true, true]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([lookback.wrong, lookback.done]).toEqual(["", true]);
    expect(asked).toEqual([0, 2, 2]);
    vi.useRealTimers();
  });
  it("is a hint that can be played", async () => {
    const { default: HintBox } = await import("../table/HintBox.svelte");
    const hint = { position: 3, seat: 0, move: "pass", sentence: "Pass", reason: "It is worth more." };
    const offer = { action: 1, notation: "pass", word: "pass", about: "", thing: null, figures: {}, sentence: "Pass", rule: "" };
    const body = (found: typeof offer | null) => render(HintBox, { props: { hint, offer: found, busy: false, point: () => {}, choose: () => {}, close: () => {} } }).body;
    expect(body(offer)).toContain("My choice: Pass");
    expect(body(offer)).toContain("It is worth more.");
    expect(body(offer)).toContain("Play it");
    expect(body(null)).not.toContain("Play it");
  });
});
