import { describe, expect, it } from "vitest";
import { figured, unsure } from "../lib/figures";
import { chapters, rules, sought } from "../lib/rules";

const texts = {
  rules: { bid: "Auction, bidding. All bid.", work: "Works. A work.", odd: "Odd. Not in a chapter." },
  chapters: { works: { title: "Works", rules: "work", text: "{work.pay} each." }, auction: { title: "Auction", rules: "bid", text: "" } },
};
const components = {
  game: "x",
  work: { source: "rulebook", pay: 100, names: ["a", "b"], names_source: "reconstructed" },
  minimum: { values: [7, 10], sources: ["rulebook", "secondary"] },
  rows: [{ key: "a", times: 3, source: "rulebook" }, { key: "b", times: 2, source: "secondary" }],
};

describe("rules", () => {
  it("are told in the order of the chapters, and none is lost", () => {
    expect(rules(texts).map((one) => one.key)).toEqual(["work", "bid", "odd"]);
    expect(chapters(texts).map((one) => [one.title, one.rules.map((rule) => rule.title)])).toEqual([
      ["Works", ["Works"]],
      ["Auction", ["Auction, bidding"]],
    ]);
    expect(sought(rules(texts), "bidding all").map((one) => one.key)).toEqual(["bid"]);
  });
  it("name figures of the component table with how sure they are", () => {
    expect(figured("Pay {work.pay}.", components)).toEqual(["Pay ", { value: "100", source: "rulebook" }, "."]);
    expect(figured("{work.names}", components)[1]).toEqual({ value: "a, b", source: "reconstructed" });
    expect(figured("{work.names.1}", components)[1]).toEqual({ value: "b", source: "reconstructed" });
    expect(figured("{minimum.values}", components)[1]).toEqual({ value: "7, 10", source: "secondary" });
    expect(figured("{rows.1.times} {rows.0.times}", components)).toMatchObject(["", { source: "secondary" }, " ", { source: "rulebook" }, ""]);
  });
  it("say what does not stand in a rulebook", () => {
    expect([...unsure(components)]).toEqual([["work_names", "reconstructed"], ["minimum", "secondary"], ["rows", "secondary"]]);
  });
});
