// What a page needs to know of a record: its game, names and length. The server reads and checks the rest.

export interface Head {
  game: string;
  names: string[];
  moves: number;
  over: boolean;
}

export function readHead(text: string): Head | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (!lines[0]?.startsWith("mecenate record")) return null;
  const field = (name: string): string => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1).trim() ?? "";
  const names = field("seats").split(",").map((name) => name.trim()).filter(Boolean);
  const game = field("game");
  const moves = lines.filter((line) => /^\d+ \S/.test(line)).length;
  return game && names.length ? { game, names, moves, over: lines.some((line) => line.startsWith("result:")) } : null;
}
