// Bots: the one for who does not choose, and what they are called. Their words come with those of a game.
import type { GameInfo } from "./answers";
import { title } from "./grouping";
import { find, type Table } from "./texts";

/** None means the same to the server. */
export const usualLevel = (game: GameInfo | undefined): string => game?.bots.find((one) => one.usual)?.level ?? "";

export const levelName = (texts: Table, level: string): string => find(texts, `bots.${level}.name`) ?? title(level);
export const levelAbout = (texts: Table, level: string): string => find(texts, `bots.${level}.about`) ?? "";
