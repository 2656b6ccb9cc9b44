// The tile in the player's hand: how it is turned, and where it would lie. Only places that are offered are places; everything
// else about laying a tile is known to the server alone.
import type { Offer } from "../../../lib/wire";
import { SIDE, middleOf, parsePlacement, shifted, writePlacement, type Cell, type Placement, type Shape } from "../grid";

export interface Spot {
  placement: Placement;
  cells: Cell[];
  middle: { x: number; y: number };
  offer: Offer;
}

export class Hold {
  readonly spots: Spot[] = [];
  readonly shape: Shape;
  readonly shift: number; // columns between the board that places are told on and the one that is drawn in the middle

  orientation = $state(0);
  spot = $state.raw<Spot | null>(null);
  ghost = $state.raw<{ placement: Placement; cells: Cell[] } | null>(null); // where it does not fit
  #last: { x: number; y: number } | null = null;

  constructor(shape: Shape, offers: Offer[], shift: number) {
    this.shape = shape;
    this.shift = shift;
    for (const offer of offers) {
      const placement = parsePlacement(offer.about);
      if (offer.word !== "place" || !placement) continue;
      const cells = shifted(shape.at(placement), shift);
      this.spots.push({ placement, cells, middle: middleOf(cells), offer });
    }
    this.orientation = this.spots[0]?.placement.orientation ?? 0;
  }

  of(offer: Offer | null): Spot | null {
    return offer?.word === "place" ? (this.spots.find((spot) => spot.offer.notation === offer.notation) ?? null) : null;
  }

  /** Spaces that a place covers this way round, and those that one covers another way round. */
  get covered(): { now: Cell[]; turned: Cell[] } {
    const now = new Map<string, Cell>();
    const turned = new Map<string, Cell>();
    for (const spot of this.spots) {
      const kind = spot.placement.orientation === this.orientation ? now : turned;
      for (const cell of spot.cells) kind.set(`${cell.col},${cell.row}`, cell);
    }
    return { now: [...now.values()], turned: [...turned].filter(([key]) => !now.has(key)).map(([, cell]) => cell) };
  }

  #nearest(spots: Spot[], x: number, y: number): Spot | null {
    let best: Spot | null = null;
    let least = Infinity;
    for (const spot of spots) {
      const far = Math.hypot(spot.middle.x - x, spot.middle.y - y);
      if (far < least) [best, least] = [spot, far];
    }
    return best;
  }

  #under(x: number, y: number, orientation: number): Spot | null {
    const col = Math.floor(x);
    const row = Math.floor(y);
    const there = (spot: Spot) => spot.cells.some((cell) => cell.col === col && cell.row === row);
    return this.#nearest(this.spots.filter((spot) => spot.placement.orientation === orientation && there(spot)), x, y);
  }

  #misfit(x: number, y: number): { placement: Placement; cells: Cell[] } {
    const { cols, rows } = this.shape.size(this.orientation);
    const keep = (n: number, high: number) => Math.max(0, Math.min(high, n));
    // Over a border the anchor lies on the left board, up to its last column; alone the whole tile stays on the board.
    const col = keep(Math.round(x - this.shift - cols / 2), this.shift || this.#crosses ? SIDE - 1 : SIDE - cols);
    const row = keep(Math.round(y - rows / 2), SIDE - rows);
    const placement = { col, row, orientation: this.orientation };
    return { placement, cells: shifted(this.shape.at(placement), this.shift) };
  }

  get #crosses(): boolean {
    return this.spots.some((spot) => spot.cells.some((cell) => cell.col < 0 || cell.col >= SIDE));
  }

  /** The tile is held above a point, in spaces from the lower left corner of the board. */
  over(x: number, y: number): void {
    this.#last = { x, y };
    this.spot = this.#under(x, y, this.orientation);
    this.ghost = this.spot ? null : this.#misfit(x, y);
  }

  /** A tap: the tile comes there; once more and it turns to the next way in which it fits there. */
  tap(x: number, y: number): void {
    this.#last = { x, y };
    const ways = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => this.#under(x, y, n)).filter((spot) => spot !== null);
    const here = ways.findIndex((spot) => spot === this.spot);
    const next = here >= 0 ? ways[(here + 1) % ways.length]! : (ways.find((w) => w.placement.orientation === this.orientation) ?? ways[0] ?? null);
    this.spot = next;
    if (next) this.orientation = next.placement.orientation;
    this.ghost = next ? null : this.#misfit(x, y);
  }

  turn(flip: boolean): void {
    this.orientation = flip ? this.shape.flipped(this.orientation) : this.shape.turned(this.orientation);
    const at = this.#last ?? this.spot?.middle ?? { x: SIDE / 2, y: SIDE / 2 };
    const spots = this.spots.filter((spot) => spot.placement.orientation === this.orientation);
    this.spot = this.#under(at.x, at.y, this.orientation) ?? (this.#last ? null : this.#nearest(spots, at.x, at.y));
    this.ghost = this.spot ? null : this.#misfit(at.x, at.y);
  }

  /** The next place in a direction; without a tile on the board it first comes to the middle. */
  step(dx: number, dy: number): void {
    const same = this.spots.filter((spot) => spot.placement.orientation === this.orientation);
    const from = this.spot?.middle;
    this.#last = null;
    this.ghost = null;
    if (!from) {
      this.spot = this.#nearest(same.length ? same : this.spots, SIDE / 2, SIDE / 2);
      if (this.spot) this.orientation = this.spot.placement.orientation;
      return;
    }
    let best: Spot | null = null;
    let least = Infinity;
    for (const spot of same) {
      const along = (spot.middle.x - from.x) * dx + (spot.middle.y - from.y) * dy;
      const aside = Math.abs((spot.middle.x - from.x) * dy) + Math.abs((spot.middle.y - from.y) * dx);
      if (along > 0.1 && along + 3 * aside < least) [best, least] = [spot, along + 3 * aside];
    }
    if (best) this.spot = best;
  }

  clear(): void {
    this.#last = null;
    this.spot = null;
    this.ghost = null;
  }

  /** The move that a click where it does not fit would be. */
  get refused(): string | null {
    return this.ghost ? `place ${writePlacement({ ...this.ghost.placement, orientation: this.shape.first[this.orientation]! })}` : null;
  }
}
