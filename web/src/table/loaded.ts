// What a table of a game needs besides its situation: drawings, words, component table.
import { face } from "../games";
import type { Face, Say } from "../lib/contract";
import { components, gameTexts, sayer } from "../lib/games.svelte";
import { byWord } from "../lib/grouping";
import type { Language, Table } from "../lib/texts";

export interface Kit {
  game: string;
  face: Face;
  texts: Table;
  say: Say;
  components: Record<string, any>;
}

export async function kit(game: string, language: Language): Promise<Kit> {
  const [drawn, texts, parts] = await Promise.all([face(game), gameTexts(game, language), components(game)]);
  return { game, face: careful(drawn), texts, say: sayer(texts), components: parts };
}

/** The same table with plain drawings: for a game whose own ones failed. */
export async function plain(kit: Kit): Promise<Kit> {
  const { plainFace } = await import("../plain/face");
  return { ...kit, face: plainFace(kit.game) };
}

/** A face whose mistakes cost a figure or a grouping, and never the game. */
function careful(own: Face): Face {
  const or = <A extends unknown[], T>(work: (...given: A) => T, otherwise: (...given: A) => T) => {
    return (...given: A): T => {
      try {
        return work(...given);
      } catch (error) {
        console.error(error);
        return otherwise(...given);
      }
    };
  };
  return {
    ...own,
    facts: or(own.facts, () => []),
    score: or(own.score, () => null),
    stage: or(own.stage, () => ({ rounds: [], phase: "" })),
    groups: or(own.groups, (_view, offers) => byWord(offers)),
    matters: or(own.matters, () => "shared" as const),
  };
}
