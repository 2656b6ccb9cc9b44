// Geometry of the principality: names of spaces, tiles in their orientations, outlines. It knows where things lie, not whether they may.

export const SIDE = 7;
export const UNIT = 64; // of the drawings, one space

export interface Cell {
  col: number; // 0 is a; beyond 0 to 6 it lies on a neighbour's board
  row: number; // 0 is the bottom row
}

export interface Placement {
  col: number;
  row: number;
  orientation: number; // quarter turns clockwise, + 4 when flipped left to right before turning
}

export const cellOf = (name: string): Cell => ({ col: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 });
export const nameOf = (cell: Cell): string => `${String.fromCharCode(97 + cell.col)}${cell.row + 1}`;
export const keyOf = (cell: Cell): string => `${cell.col},${cell.row}`;
export const shifted = (cells: Cell[], cols: number): Cell[] => cells.map(({ col, row }) => ({ col: col + cols, row }));

/** `b3 r1 f`, as it stands in moves and in the view. */
export function parsePlacement(text: string): Placement | null {
  const found = /^([a-g])([1-7]) r([0-3])( f)?$/.exec(text);
  if (!found) return null;
  return { ...cellOf(found[1]! + found[2]!), orientation: Number(found[3]) + (found[4] ? 4 : 0) };
}

export function writePlacement({ col, row, orientation }: Placement): string {
  return `${nameOf({ col, row })} r${orientation & 3}${orientation & 4 ? " f" : ""}`;
}

function turnedRows(rows: string[]): string[] {
  const width = Math.max(...rows.map((row) => row.length));
  const upward = [...rows].reverse();
  return Array.from({ length: width }, (_, c) => upward.map((row) => row[c] ?? ".").join(""));
}

const mirroredRows = (rows: string[]): string[] => {
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row.padEnd(width, ".")].reverse().join(""));
};

function cellsOfRows(rows: string[]): Cell[] {
  const found: Cell[] = [];
  rows.forEach((row, r) => [...row].forEach((x, c) => x === "X" && found.push({ col: c, row: rows.length - 1 - r })));
  const low = Math.min(...found.map((cell) => cell.row));
  const left = Math.min(...found.map((cell) => cell.col));
  return found.map(({ col, row }) => ({ col: col - left, row: row - low }));
}

export const lookOf = (cells: Cell[]): string => cells.map(keyOf).sort().join(" ");

/** A tile in its eight orientations, those that look alike told by the first of them. */
export class Shape {
  readonly cells: Cell[][]; // by orientation, in the lower left corner
  readonly first: number[]; // the orientation that stands for each

  constructor(drawn: string[]) {
    const looks: string[] = [];
    this.cells = [];
    this.first = [];
    for (let orientation = 0; orientation < 8; orientation++) {
      let rows = orientation & 4 ? mirroredRows(drawn) : drawn;
      for (let turn = 0; turn < (orientation & 3); turn++) rows = turnedRows(rows);
      const cells = cellsOfRows(rows);
      this.cells.push(cells);
      looks.push(lookOf(cells));
      this.first.push(looks.indexOf(lookOf(cells)));
    }
  }

  at({ col, row, orientation }: Placement): Cell[] {
    return this.cells[orientation]!.map((cell) => ({ col: cell.col + col, row: cell.row + row }));
  }

  size(orientation: number): { cols: number; rows: number } {
    const cells = this.cells[orientation]!;
    return { cols: 1 + Math.max(...cells.map((c) => c.col)), rows: 1 + Math.max(...cells.map((c) => c.row)) };
  }

  turned(orientation: number): number {
    return this.first[(orientation & 4) | ((orientation + 1) & 3)]!;
  }

  /** Flipped as one sees it lying: mirroring after turning undoes the turn the other way round. */
  flipped(orientation: number): number {
    return this.first[((orientation & 4) ^ 4) | (-orientation & 3)]!;
  }
}

export function middleOf(cells: Cell[]): { x: number; y: number } {
  const x = cells.reduce((sum, cell) => sum + cell.col + 0.5, 0) / cells.length;
  const y = cells.reduce((sum, cell) => sum + cell.row + 0.5, 0) / cells.length;
  return { x, y };
}

/** Left edge and top edge of a space in the drawing; the bottom row is drawn lowest. */
export const left = (cell: Cell, unit = UNIT): number => cell.col * unit;
export const top = (cell: Cell, unit = UNIT): number => (SIDE - 1 - cell.row) * unit;

interface Step {
  from: string;
  to: string;
  open: boolean;
}

/**
 * The outline of a tile as an SVG path. `inset` keeps the strokes of neighbours apart. Edges at `seam` (a vertical line between
 * two boards, counted in columns) are left out of the stroke: there a shared building goes on.
 */
export function outline(cells: Cell[], unit = UNIT, seam: number | null = null): { fill: string; stroke: string } {
  const has = new Set(cells.map(keyOf));
  const steps = new Map<string, Step[]>();
  const add = (x1: number, y1: number, x2: number, y2: number, open: boolean) => {
    const from = `${x1},${y1}`;
    const list = steps.get(from) ?? [];
    list.push({ from, to: `${x2},${y2}`, open });
    steps.set(from, list);
  };
  for (const { col, row } of cells) {
    const y = SIDE - 1 - row;
    if (!has.has(keyOf({ col, row: row + 1 }))) add(col, y, col + 1, y, false);
    if (!has.has(keyOf({ col: col + 1, row }))) add(col + 1, y, col + 1, y + 1, seam === col + 1);
    if (!has.has(keyOf({ col, row: row - 1 }))) add(col + 1, y + 1, col, y + 1, false);
    if (!has.has(keyOf({ col: col - 1, row }))) add(col, y + 1, col, y, seam === col);
  }
  const at = (point: string): string => point.split(",").map((n) => Number(n) * unit).join(" ");
  let fill = "";
  let stroke = "";
  while (steps.size) {
    const start = steps.keys().next().value!;
    let here = start;
    let pen = false;
    fill += `M${at(start)}`;
    do {
      const list = steps.get(here)!;
      const step = list.pop()!;
      if (!list.length) steps.delete(here);
      fill += `L${at(step.to)}`;
      if (!step.open) stroke += `${pen ? "" : `M${at(step.from)}`}L${at(step.to)}`;
      pen = !step.open;
      here = step.to;
    } while (here !== start && steps.has(here));
    fill += "Z";
    if (pen && seam === null) stroke += "Z";
  }
  return { fill, stroke };
}

export interface Spot {
  x: number;
  y: number;
  room: number; // units along the line of writing
  upright: boolean; // written from bottom to top
}

/** Where a tile's name has most room: the middle of its longest row of spaces, or column where that is clearly longer. */
export function writingSpot(cells: Cell[], unit = UNIT): Spot {
  const has = new Set(cells.map(keyOf));
  let best: Spot & { length: number } = { x: 0, y: 0, room: 0, upright: false, length: 0 };
  const middle = middleOf(cells);
  let nearest = Infinity;
  for (const upright of [false, true]) {
    for (const cell of cells) {
      const back = upright ? { col: cell.col, row: cell.row - 1 } : { col: cell.col - 1, row: cell.row };
      if (has.has(keyOf(back))) continue;
      let length = 0;
      while (has.has(keyOf(upright ? { col: cell.col, row: cell.row + length } : { col: cell.col + length, row: cell.row }))) length++;
      const x = upright ? cell.col + 0.5 : cell.col + length / 2;
      const y = upright ? cell.row + length / 2 : cell.row + 0.5;
      const far = Math.hypot(x - middle.x, y - middle.y);
      // Upright writing is harder to read, so it needs to win by much.
      const gain = upright ? length - 1.5 : length;
      const now = best.upright ? best.length - 1.5 : best.length;
      if (gain > now || (gain === now && far < nearest)) {
        best = { x: x * unit, y: (SIDE - y) * unit, room: length * unit, upright, length };
        nearest = far;
      }
    }
  }
  return best;
}
