// Which games have drawings of their own. A face is loaded with the first table of its game; what has none gets plain ones.
// A face is the default export of `index.ts` in the folder of the game.
import type { Guide } from "../guide/steps";
import type { Face } from "../lib/contract";

type Module = { default: Face };
const found = import.meta.glob<Module>("./*/index.ts");

export const faces: Record<string, () => Promise<Face>> = Object.fromEntries(
  Object.entries(found).map(([path, load]) => [path.split("/")[1]!, async () => (await load()).default]),
);

/** Which games guide newcomers through their first turn, and how: the default export of `guide.ts` in the folder of the game. */
export const guides: Record<string, () => Promise<Guide>> = Object.fromEntries(
  Object.entries(import.meta.glob<{ default: Guide }>("./*/guide.ts")).map(([path, load]) => [path.split("/")[1]!, async () => (await load()).default]),
);

export async function face(game: string): Promise<Face> {
  const own = faces[game];
  if (own) {
    try {
      return await own();
    } catch (error) {
      console.error(error); // a broken drawing must not stop a game
    }
  }
  const { plainFace } = await import("../plain/face");
  return plainFace(game);
}
