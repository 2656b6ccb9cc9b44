// What a work value is made of beside the wishes of the person: each part with a drawing, a name and its points.
import type { Say } from "../../lib/contract";
import { title, type Components } from "./table";

export interface Part {
  key: string;
  emblem: string;
  name: string; // "3 Jesters"
  points: number;
}

const EMBLEMS: Record<string, string> = {
  jesters: "jester",
  cards: "card",
  muse: "muse",
  bonus: "laurel",
  landscapes: "landscape",
  buildings: "palazzo",
  builders: "builder",
};

/** Points that one thing of a kind brings; what is not counted out has none. */
function each(components: Components, key: string, princess: boolean): number {
  const { work = {}, characters = {} } = components;
  if (princess) {
    const found: Record<string, number> = {
      landscapes: characters.princess_landscape,
      buildings: characters.princess_building,
      builders: characters.princess_builder,
      cards: characters.princess_card,
    };
    return found[key] ?? 0;
  }
  return { jesters: work.jester, cards: work.card }[key] ?? 0;
}

/** The parts in the order of the view; wishes stand on the card of the person already. */
export function restOf(say: Say, components: Components, parts: Record<string, number>, princess = false): Part[] {
  return Object.entries(parts)
    .filter(([key]) => key in EMBLEMS)
    .map(([key, points]) => {
      const worth = each(components, key, princess);
      const name = key === "muse" ? title(say, "names.character.muse") : say(`face.${key}`, worth ? { n: points / worth } : {});
      return { key, emblem: EMBLEMS[key]!, name, points };
    });
}
