import { describe, expect, it } from "vitest";
import type { Offer } from "../../lib/wire";
import { facts, groups, matters, stage } from "./face";
import { walk } from "./reading";
import type { View } from "./view";

const say = (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(" ");
const components = { ending: { last_turns: 3 } };

function offer(notation: string, action: number): Offer {
  const [word = "", ...about] = notation.split(" ");
  return { action, notation, word, about: about.join(" "), thing: null, figures: {}, sentence: notation, rule: "" };
}

/** As much of a view as the functions here read. */
function seen(changed: Partial<View> = {}): View {
  const seat = { florins: 1, ship_florins: 9, ship_points: 0, books: { art: 1 }, favours: { blue: 1, red: 1 }, discs: 7, tiles: [] };
  const board = { "discoveries 1": null, "literature 1": null };
  const masterpieces = { discoveries: [null, 0, -1, 1] };
  return { players: 2, rounds: 3, marker: 2, ending: "no", question: "move", asked: 0, you: 0, seats: [seat], board, masterpieces, ...changed } as unknown as View;
}

describe("stage", () => {
  const states = (view: View) => stage(view, say, components).rounds.map((one) => one.state);

  it("marks the round that is played", () => {
    expect(states(seen())).toEqual(["past", "now", "next"]);
    expect(states(seen({ marker: 3, ending: "announced" }))).toEqual(["past", "past", "now"]);
  });

  it("has no round any more when the game is over", () => {
    expect(states(seen({ marker: 3, ending: "last turns", last_turn: 4, question: "over", asked: null }))).toEqual(["past", "past", "past"]);
  });

  it("counts the last turns as the component table does", () => {
    const view = seen({ marker: 3, ending: "last turns", last_turn: 2 });
    expect(stage(view, say, components).phase).toBe("table.last_turns 2 3");
  });
});

describe("facts", () => {
  it("count what everybody sees", () => {
    const found = Object.fromEntries(facts(seen(), 0).map((fact) => [fact.key, fact.value]));
    expect(found).toMatchObject({ "table.florins": 1, "table.masterpieces": 1, "table.books": 1, "table.favours": 2, "table.tiles": 0 });
  });
});

describe("groups", () => {
  it("put every offer into exactly one group", () => {
    const words =
      "arrange art,move art 1,exit,pass,activate art,income,favour red,hire 1,at 2,enough,dismiss 3,raise disc,strength 1,masterpiece 5," +
      "book art,disc art,gift red,artwork scroll,tile artwork,spend art,person art 1,slot 1,return red,something new";
    const offers = words.split(",").map(offer);
    const found = groups(seen(), offers, say).flatMap((group) => group.offers.map((one) => one.action));
    expect(found.toSorted((a, b) => a - b)).toEqual(offers.map((one) => one.action));
  });

  it("have the actions of a turn together, and passing last", () => {
    const found = groups(seen(), ["pass", "activate art", "income"].map(offer), say);
    expect(found.map((group) => group.offers.map((one) => one.word))).toEqual([["activate", "income"], ["pass"]]);
  });
});

it("a phone shows my own board for what is answered there", () => {
  expect(matters(seen({ question: "workplace" }))).toBe("own");
  expect(matters(seen({ question: "workplace", asked: 1 }))).toBe("shared");
  expect(matters(seen({ question: "move" }))).toBe("shared");
});

it("the walk goes through the spaces in the order of the board, and ends on the bonus space", () => {
  expect(walk(seen())).toEqual(["discoveries 1", "literature 1", "bonus"]);
});
