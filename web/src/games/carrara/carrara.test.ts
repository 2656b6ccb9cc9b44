import { describe, expect, it } from "vitest";
import type { Offer } from "../../lib/wire";
import { groups, matters, stage } from "./face";
import { around, trace } from "./trace";
import type { SegmentView, View } from "./view";

const say = (key: string) => key;

function offer(notation: string, action: number): Offer {
  const [word = "", ...about] = notation.split(" ");
  return { action, notation, word, about: about.join(" "), thing: null, figures: {}, sentence: notation, rule: "" };
}

function segment(bricks: Record<string, number>, decoration: string | null = null, statue: string | null = null): SegmentView {
  return { bricks: { white: 0, yellow: 0, red: 0, green: 0, blue: 0, purple: 0, ...bricks }, prices: {}, decoration, statue };
}

/** As much of a view as the functions here read. */
function seen(wheel: SegmentView[], hand: Record<string, number>): View {
  return { wheel, you: 0, seats: [{ bricks: hand, court: [], open_markers: 0, scored: [] }], court: [], question: "turn", asked: 0, pile: 3 } as unknown as View;
}

describe("groups", () => {
  it("puts every offer into exactly one group", () => {
    const words =
      "turn,inner,segment I,brick red,done,build villa 1,city pisa,monument villa,upgrade villa 1,pay red,pair blue,improve pisa,score open," +
      "follow,decline,space pisa,pass,reward statue,pick cup,on villa 1,store,discard 1,leave,purchase cup,move 1,end,something new";
    const offers = words.split(",").map(offer);
    const found = groups(seen([], {}), offers, say).flatMap((group) => group.offers.map((one) => one.action));
    expect(found.toSorted((a, b) => a - b)).toEqual(offers.map((one) => one.action));
  });

  it("answers a Royal Visit first and passes last", () => {
    const found = groups(seen([], {}), ["pass", "build villa 1", "decline", "follow"].map(offer), say);
    expect(found.map((group) => group.offers[0]?.word)).toEqual(["decline", "build", "pass"]);
  });
});

describe("stage", () => {
  it("tells the question and the pile", () => {
    expect(stage(seen([], {}), say, {}).phase).toBe("names.question.turn · table.pile 3");
    expect(matters(seen([], {}))).toBe("shared");
  });
});

describe("trace", () => {
  const empty = () => Array.from({ length: 6 }, () => segment({}));

  it("sees the wheel turn by its bricks, and back", () => {
    const before = empty().with(0, segment({ red: 2 })).with(3, segment({ blue: 1 }));
    const after = empty().with(0, segment({ white: 1 })).with(1, segment({ red: 2 })).with(4, segment({ blue: 1 }));
    const first = trace(seen(before, {}), {});
    const second = trace(seen(after, {}), {});
    const third = trace(seen(before, {}), {});
    expect([second.big - first.big, third.big - second.big]).toEqual([1, -1]);
    expect(second.bricks[`segment ${around(1 - second.big)}`]?.red).toEqual(first.bricks[`segment ${around(0 - first.big)}`]?.red);
  });

  it("follows a bought brick into the hand", () => {
    const start = trace(seen(empty().with(2, segment({ green: 2 })), { green: 1 }), {});
    const place = `segment ${around(2 - start.big)}`;
    const bought = trace(seen(empty().with(2, segment({ green: 1 })), { green: 2 }), {});
    expect(bought.big).toBe(start.big);
    expect(bought.bricks["hand 0"]?.green).toEqual([start.bricks["hand 0"]?.green?.[0], start.bricks[place]?.green?.[1]]);
  });

  it("follows a marker from the court to its space", () => {
    const at = (question: string, court: number[], scored: string[]) =>
      ({ ...seen(empty(), {}), court: ["coins"], question, seats: [{ bricks: {}, court, open_markers: 0, scored }] }) as unknown as View;
    const before = trace(at("turn", [0], []), {}).markers["court 0"]?.[0];
    expect(trace(at("space", [], []), {}).markers.flight?.[0]).toEqual(before);
    expect(trace(at("turn", [], ["pisa"]), {}).markers["space pisa"]?.[0]).toEqual(before);
  });

  it("turns two wheels by what is printed on them, the short way", () => {
    const components = { wheels: { decorations: ["book", "cup"], statues: ["red", "blue"] } };
    const wheel = (big: number, small: number) =>
      [0, 1, 2, 3, 4, 5].map((at) => segment({}, at === big ? "book" : "cup", at === small ? "red" : "blue"));
    const first = trace(seen(wheel(5, 2), {}), components);
    const second = trace(seen(wheel(0, 3), {}), components);
    const third = trace(seen(wheel(0, 4), {}), components);
    expect([second.big - first.big, second.small - first.small]).toEqual([1, 1]);
    expect([third.big - second.big, third.small - second.small]).toEqual([0, 1]);
  });
});
