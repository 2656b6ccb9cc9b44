// A table to learn at: few bots, of the kind that a newcomer can beat.
import type { GameInfo } from "../lib/answers";
import { laid } from "../lib/laying";
import { go } from "../lib/router.svelte";
import { keep } from "./kept";
import { start } from "./steps";

const SEATS = 3;
const LEVEL = "greedy";

export async function begin(game: GameInfo): Promise<void> {
  const count = game.seats.includes(SEATS) ? SEATS : game.seats[0]!;
  const level = game.bots.find((one) => one.level === LEVEL) ?? game.bots[0];
  const table = await laid(game, count, level?.level ?? "random");
  keep(table, start);
  go(`/table/${table}`);
}
