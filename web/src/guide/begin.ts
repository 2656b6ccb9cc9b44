// A table to learn at: few bots, the weakest that there are.
import type { GameInfo } from "../lib/answers";
import { laid } from "../lib/laying";
import { go } from "../lib/router.svelte";
import { keep } from "./kept";
import { start } from "./steps";

const SEATS = 3;

export async function begin(game: GameInfo): Promise<void> {
  const count = game.seats.includes(SEATS) ? SEATS : game.seats[0]!;
  const table = await laid(game, count, game.bots[0]?.level ?? "");
  keep(table, start);
  go(`/table/${table}`);
}
