import { describe, expect, it } from "vitest";
import type { Group } from "../lib/contract";
import { answerTo, byWord, complete, keys, searched } from "../lib/grouping";
import type { Offer } from "../lib/wire";

function offer(action: number, sentence: string, notation = sentence.toLowerCase()): Offer {
  const [word = "", ...rest] = notation.split(" ");
  return { action, notation, word, about: rest.join(" "), thing: null, figures: {}, sentence, rule: "" };
}
const one = (offers: Offer[], onBoard = false): Group[] => [{ title: "", offers, onBoard }];

describe("keys", () => {
  it("are first letters where these tell answers apart", () => {
    const found = keys(one([offer(1, "Bid 600 florins"), offer(2, "Pass")]));
    expect([...found]).toEqual([[1, "b"], [2, "p"]]);
  });
  it("are numbers where answers begin alike", () => {
    const found = keys(one([offer(1, "Buy a red brick"), offer(2, "Buy a blue brick"), offer(3, "Done")]));
    expect([...found]).toEqual([[1, "1"], [2, "2"], [3, "d"]]);
  });
  it("may always be numbers", () => {
    const groups = one([offer(1, "Bid 600 florins"), offer(2, "Pass")]);
    expect(["p", "2", "x", "3"].map((key) => answerTo(key, groups)?.action ?? null)).toEqual([2, 2, null, null]);
  });
  it("leave the keys of the page alone", () => {
    expect(keys(one([offer(1, "Use it")])).get(1)).toBe("1");
  });
  it("know letters with signs above them", () => {
    expect(keys(one([offer(1, "Überspringen"), offer(2, "Öffnen")])).get(2)).toBe("o");
  });
  it("are not given to long lists, nor to what is answered on the board", () => {
    const many = Array.from({ length: 12 }, (_, n) => offer(n, `Place ${n}`));
    expect(keys(one(many)).size).toBe(0);
    expect(keys(one([offer(1, "Place a1")], true)).size).toBe(0);
  });
});

describe("groups", () => {
  it("have every offer once, whatever a game forgot or doubled", () => {
    const offers = [offer(1, "Bid", "bid 1"), offer(2, "Pass", "pass"), offer(3, "Rest", "rest")];
    const found = complete([...one([offers[0]!]), ...one([offers[0]!, offers[1]!])], offers);
    expect(found.flatMap((group) => group.offers.map((each) => each.action))).toEqual([1, 2, 3]);
  });
  it("make a list of many moves of one word", () => {
    const found = byWord([offer(9, "Pass", "pass"), ...Array.from({ length: 6 }, (_, n) => offer(n, `At ${n}`, `place a${n}`))]);
    expect(found.map((group) => [group.title, group.offers.length])).toEqual([["", 1], ["Place", 6]]);
  });
});

describe("search", () => {
  it("wants all that was typed, in any order and without signs", () => {
    const offers = [offer(1, "Zurücklegen: Dichter"), offer(2, "Zurücklegen: Maler")];
    expect(searched(offers, "dich zuruck").map((each) => each.action)).toEqual([1]);
    expect(searched(offers, "")).toHaveLength(2);
  });
});
