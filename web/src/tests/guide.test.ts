import { describe, expect, it } from "vitest";
import { overlap, placed, within, type Box } from "../guide/placing";
import { back, current, FRAME, isFolded, next, noted, start, type Guide, type Now, type Progress } from "../guide/steps";

const guide: Guide = {
  tour: [{ key: "intro" }, { key: "board", point: "shared" }],
  asked: [
    { key: "end", last: true, when: (now, seen) => seen("second") && !now.mine },
    { key: "first", when: "open" },
    { key: "second", when: "open" },
    { key: "bid", when: "bid" },
    { key: "rich", when: (now) => now.mine && now.view.florins > 100 },
  ],
};
const asked = (question: string, position: number, more: Partial<Now> = {}): Now => ({
  view: { florins: 0 },
  question,
  mine: true,
  offers: [],
  position,
  seat: 0,
  components: {},
  say: (key) => key,
  ...more,
});
const done: Progress = { ...start, at: 2 + FRAME.length };

/** One look at the table: what is shown, and what is remembered of it. */
function look(progress: Progress, now: Now): [string | null, Progress] {
  const shown = current(guide, progress, now);
  return [shown?.step.key ?? null, shown ? noted(progress, shown, now) : progress];
}

describe("the tour", () => {
  it("goes through the game's things, then through the page's, forward and back", () => {
    let progress = start;
    const seen: string[] = [];
    const now = asked("open", 1);
    for (let n = 0; n < 4; n++) {
      const shown = current(guide, progress, now)!;
      expect([shown.kind, shown.n, shown.of]).toEqual(["tour", n + 1, 4]);
      seen.push(shown.step.key);
      progress = next(progress, shown, now);
    }
    expect(seen).toEqual(["intro", "board", "question", "why"]);
    expect(current(guide, progress, now)!.step.key).toBe("first");
    expect(current(guide, back(progress), now)!.step.key).toBe("why");
    expect(back(start).at).toBe(0);
  });
  it("goes on whoever moves meanwhile", () => {
    expect(look(start, asked("bid", 9, { mine: false }))[0]).toBe("intro");
  });
});

describe("the steps of the first turn", () => {
  it("follow what is asked, each at one question", () => {
    let progress = done;
    const told = [asked("open", 1), asked("bid", 2, { mine: false }), asked("bid", 4), asked("bid", 6), asked("open", 9), asked("open", 11)].map((now) => {
      const [key, after] = look(progress, now);
      progress = after;
      return key;
    });
    expect(told).toEqual(["first", null, "bid", null, "second", null]);
  });
  it("stay while the question stays, and come again when it is taken back", () => {
    const [, progress] = look(done, asked("open", 5));
    expect(look(progress, asked("open", 5))[0]).toBe("first");
    expect(look(progress, asked("open", 3))[0]).toBe("first");
    expect(look(progress, asked("open", 6))[0]).toBe("second");
  });
  it("may look at the view, whatever is asked", () => {
    expect(look(done, asked("anything", 3, { view: { florins: 500 } }))[0]).toBe("rich");
    expect(look(done, asked("anything", 3))[0]).toBeNull();
  });
  it("are put away until the next question", () => {
    const now = asked("open", 5);
    const shown = current(guide, done, now)!;
    const progress = next(noted(done, shown, now), shown, now);
    expect(isFolded(progress, shown, now)).toBe(true);
    const later = asked("open", 7);
    expect(isFolded(progress, current(guide, progress, later)!, later)).toBe(false);
  });
  it("end, and the end stays until it is closed", () => {
    const near = { ...done, seen: { first: 1, second: 5 } };
    const now = asked("bid", 6, { mine: false });
    const [key, progress] = look(near, now);
    expect(key).toBe("end");
    const later = asked("open", 12);
    const shown = current(guide, progress, later)!;
    expect([shown.step.key, shown.kind]).toEqual(["end", "last"]);
    expect(noted(progress, shown, later)).toBe(progress);
    expect(current(guide, next(progress, shown, later), later)).toBeNull();
  });
  it("show nothing to who has left", () => {
    expect(current(guide, { ...start, left: true }, asked("open", 1))).toBeNull();
  });
});

describe("the bubble", () => {
  const desk = { w: 1280, h: 800 };
  const phone = { w: 390, h: 844 };
  const size = { w: 350, h: 180 };
  const question: Box = { x: 985, y: 65, w: 280, h: 320 };
  const at = (thing: Box, keepOff: Box[] = []) => ({ ...placed(thing, size, desk, keepOff, false), ...size });
  const things: Record<string, Box> = {
    "a rail on the left": { x: 15, y: 70, w: 230, h: 150 },
    "the head": { x: 790, y: 5, w: 400, h: 45 },
    "the upper part": { x: 262, y: 65, w: 710, h: 420 },
    "the lower part": { x: 262, y: 450, w: 710, h: 330 },
    "the question": question,
    "a button": { x: 1000, y: 345, w: 250, h: 32 },
  };
  for (const [name, thing] of Object.entries(things)) {
    it(`never covers ${name}, and stays in the window`, () => {
      const found = at(thing);
      expect(overlap(found, thing)).toBe(0);
      expect(found.side).not.toBe("none");
      expect(within(found, { x: 0, y: 0, ...desk })).toEqual({ x: found.x, y: found.y, ...size });
    });
  }
  it("keeps off the answers where there is room elsewhere", () => {
    const thing = { x: 600, y: 100, w: 270, h: 200 };
    expect(overlap(at(thing), question)).toBeGreaterThan(0);
    expect(overlap(at(thing, [question]), question)).toBe(0);
  });
  it("points at the middle of the thing", () => {
    const found = at(things["a rail on the left"]!);
    expect(found.side).toBe("right");
    expect(found.y + found.arrow).toBe(145);
  });
  it("is a sheet on a phone: below, or above what lies below", () => {
    const wide = { w: 374, h: 200 };
    const high = placed({ x: 10, y: 130, w: 370, h: 300 }, wide, phone, [], true);
    expect([high.side, high.y + wide.h]).toEqual(["below", phone.h - 8]);
    const low = placed({ x: 10, y: 520, w: 370, h: 270 }, wide, phone, [], true);
    expect([low.side, low.y + wide.h]).toEqual(["above", 520 - 16]);
  });
  it("lies in the middle without a thing, and has no arrow where the thing fills the window", () => {
    expect(placed(null, size, desk, [], false)).toMatchObject({ x: 465, y: 310, side: "none" });
    expect(placed({ x: 0, y: 0, ...desk }, size, desk, [], false).side).toBe("none");
  });
});

// Every game's guide: its words and its figures fit together.
const guides = import.meta.glob<{ default: Guide }>("../games/*/guide.ts", { eager: true });
const words = import.meta.glob<string>("../../../src/mecenate/games/*/texts/en.toml", { query: "?raw", import: "default", eager: true });

/** Anything at all, to see which figures a step names. */
const anything: any = new Proxy(() => anything, {
  get: (_, key) => (key === Symbol.iterator ? function* () {} : key === Symbol.toPrimitive ? () => 1 : anything),
  ownKeys: () => ["prototype"],
});

function section(text: string): Map<string, string> {
  const own = text.split(/^\[guide\]$/m)[1]!.split(/^\[/m)[0]!;
  const found = own.matchAll(/^(\w+) = (?:"""([\s\S]*?)"""|"(.*)")$/gm);
  return new Map([...found].map(([, key, long, short]) => [key!, (long ?? short)!]));
}

describe.each(Object.keys(guides).map((path) => path.split("/")[2]!))("the guide of %s", (game) => {
  const { tour, asked } = guides[`../games/${game}/guide.ts`]!.default;
  const own = section(words[`../../../src/mecenate/games/${game}/texts/en.toml`]!);
  it("has words for every step, with the figures that the step names", () => {
    const steps = [...tour, ...asked];
    expect(new Set(steps.map((one) => one.key)).size).toBe(steps.length);
    for (const step of steps) {
      const places = [...(own.get(step.key) ?? "nothing").matchAll(/\{(\w+)\}/g)].map((one) => one[1]!);
      const named = Object.keys(step.values?.(anything) ?? {});
      expect([step.key, places.filter((one) => !named.includes(one))]).toEqual([step.key, []]);
    }
    expect([...own.keys()].sort()).toEqual(steps.map((one) => one.key).sort());
  });
  it("comes to an end", () => {
    expect(asked.filter((one) => one.last)).toHaveLength(1);
  });
});
