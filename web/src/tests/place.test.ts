import { describe, expect, it } from "vitest";
import { parse } from "../lib/place";

describe("an address", () => {
  it("has parts and a query", () => {
    const found = parse("#/table/abc?seat=1&watch=x");
    expect(found.path).toEqual(["table", "abc"]);
    expect(found.query.get("seat")).toBe("1");
  });
  it("of the entrance has no parts", () => {
    for (const hash of ["", "#", "#/"]) expect(parse(hash).path).toEqual([]);
  });
  it("may hold a ? in its query and a % that nobody meant", () => {
    expect(parse("#/verify?salt=a?b").query.get("salt")).toBe("a?b");
    expect(parse("#/rules/100%").path).toEqual(["rules", "100%"]);
  });
});
