import { describe, expect, it } from "vitest";
import type { Offer } from "../../lib/wire";
import { groups, matters, stage } from "./face";
import { paid, rewardOf } from "./look";
import { around, trace } from "./trace";
import type { SegmentView, View } from "./view";

const say = (key: string) => key;

function offer(notation: string, action: number): Offer {
  const [word = "", ...about] = notation.split(" ");
  return { action, notation, word, about: about.join(" "), thing: null, figures: {}, sentence: notation, rule: "" };
}

function segment(bricks: Record<string, number>): SegmentView {
  return { bricks: { white: 0, yellow: 0, red: 0, green: 0, blue: 0, purple: 0, ...bricks }, prices: {}, decoration: null, statue: null, location: "" };
}

/** As much of a view as the functions here read. */
function seen(wheel: SegmentView[], hand: Record<string, number>, turned = 0, turned_inner = 0): View {
  return { wheel, turned, turned_inner, you: 0, seats: [{ bricks: hand, court: [], open_markers: 0, scored: [] }], court: [], question: "turn", asked: 0, pile: 3 } as unknown as View;
}

describe("groups", () => {
  it("puts every offer into exactly one group", () => {
    const words =
      "turn,inner,segment I,brick red,done,build villa 1,city pisa,monument villa,upgrade villa 1,pay red,pair blue,improve pisa,landscape urban,score open," +
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

describe("rewards", () => {
  const components = {
    cities: [{ key: "lucca", reward: "points", times: 2 }],
    landscapes: { source: "rulebook", urban: { reward: "coins", times: 1 } },
    improvements: [{ place: "lucca", coins: 1, points: 3 }, { place: "urban", coins: 1, points: 1 }],
  };
  it("are the printed ones until an improvement covers them", () => {
    expect(rewardOf(components, "lucca", false)).toEqual({ coins: 0, points: 2 });
    expect(rewardOf(components, "lucca", true)).toEqual({ coins: 1, points: 3 });
    expect(rewardOf(components, "urban", false)).toEqual({ coins: 1, points: 0 });
    expect(paid(rewardOf(components, "urban", true), say)).toBe("table.coins_times, table.points_times");
  });
});

describe("stage", () => {
  it("tells the question and the pile", () => {
    expect(stage(seen([], {}), say, {})).toEqual({ rounds: [], phase: "names.question.turn", left: "table.pile 3" });
    expect(matters(seen([], {}))).toBe("shared");
    expect(matters({ ...seen([], {}), question: "city" })).toBe("own");
    expect(matters({ ...seen([], {}), question: "pay" })).toBe("hand");
    expect(matters({ ...seen([], {}), question: "pay", asked: 1 })).toBe("shared");
  });
});

describe("trace", () => {
  const components = { cities: ["white", "yellow", "red", "green", "blue", "purple"].map((colour) => ({ colour })) };
  const empty = () => Array.from({ length: 6 }, () => segment({}));

  it("turns the wheels by the shorter way, and takes the bricks along", () => {
    const before = empty().with(0, segment({ red: 2 })).with(3, segment({ blue: 1 }));
    const after = empty().with(0, segment({ white: 1 })).with(1, segment({ red: 2 })).with(4, segment({ blue: 1 }));
    const first = trace(seen(before, {}, 5, 5), components);
    const second = trace(seen(after, {}, 0, 0), components);
    const third = trace(seen(after, {}, 0, 1), components);
    const back = trace(seen(before, {}, 5, 5), components);
    expect([second.big - first.big, third.big - second.big, back.big - third.big]).toEqual([1, 0, -1]);
    expect([second.small - first.small, third.small - second.small, back.small - third.small]).toEqual([1, 1, -2]);
    expect(second.bricks[`segment ${around(1 - second.big, 6)}`]?.red).toEqual(first.bricks[`segment ${around(0 - first.big, 6)}`]?.red);
  });

  it("follows a bought brick into the hand", () => {
    const start = trace(seen(empty().with(2, segment({ green: 2 })), { green: 1 }), components);
    const place = `segment ${around(2 - start.big, 6)}`;
    const bought = trace(seen(empty().with(2, segment({ green: 1 })), { green: 2 }), components);
    expect(bought.big).toBe(start.big);
    expect(bought.bricks["hand 0"]?.green).toEqual([start.bricks["hand 0"]?.green?.[0], start.bricks[place]?.green?.[1]]);
  });

  it("follows a marker from the court to its space", () => {
    const at = (question: string, court: number[], scored: string[]) =>
      ({ ...seen(empty(), {}), court: ["coins"], question, seats: [{ bricks: {}, court, open_markers: 0, scored }] }) as unknown as View;
    const before = trace(at("turn", [0], []), components).markers["court 0"]?.[0];
    expect(trace(at("space", [], []), components).markers.flight?.[0]).toEqual(before);
    expect(trace(at("turn", [], ["pisa"]), components).markers["space pisa"]?.[0]).toEqual(before);
  });
});
