// A table with bots on all other seats, at once.
import type { Created, GameInfo } from "./answers";
import { post } from "./api";
import { me } from "./me.svelte";
import { settings } from "./settings.svelte";

/** Gives the key of the table. */
export async function laid(game: GameInfo, count: number, level: string): Promise<string> {
  await me.enter();
  const bots = Array.from({ length: count - 1 }, (_, n) => ({ kind: "bot", level, name: settings.say(`names.${n}`) }));
  const made = await post<Created>("tables", { game: game.game, seats: [{ kind: "person" }, ...bots] });
  return made.info.table;
}
