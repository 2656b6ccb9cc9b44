import { describe, expect, it } from "vitest";
import { stillMeant, wayBack } from "../lib/undoing";
import type { UndoInfo } from "../lib/wire";

const info = (free_to: number | null, last_own: number | null, beyond: UndoInfo["beyond"]): UndoInfo => ({ free_to, last_own, beyond });

describe("taking a move back", () => {
  it("asks nobody where it is free or nobody else sits there", () => {
    expect(wayBack(info(4, 5, "ask"), 5)).toBe("undo");
    expect(wayBack(info(4, 3, "ask"), 3)).toBe("ask-undo");
    expect(wayBack(info(null, 3, "ask"), 3)).toBe("ask-undo");
    expect(wayBack(info(null, 3, "alone"), 3)).toBe("undo");
  });
  it("is meant as before after a bot has moved", () => {
    expect(stillMeant(info(5, 5, "alone"), info(null, 5, "alone"), 5)).toBe(true);
    expect(stillMeant(info(null, 5, "ask"), info(null, 5, "ask"), 5)).toBe(true);
  });
  it("is another wish once others would have to agree, or one has moved oneself", () => {
    expect(stillMeant(info(5, 5, "ask"), info(null, 5, "ask"), 5)).toBe(false);
    expect(stillMeant(info(null, 5, "ask"), info(7, 7, "ask"), 5)).toBe(false);
  });
});
