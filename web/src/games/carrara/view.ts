// Made by web/make_types.py from the Python types. Do not edit.

export interface SegmentView {
  location: string;
  bricks: Record<string, number>;
  prices: Record<string, number>;
  decoration: string | null;
  statue: string | null;
}

export interface BuildingView {
  tile: string;
  type: string;
  value: number;
  decorated: boolean;
  statue: string | null;
}

export interface SeatView {
  coins: number | null;
  bricks: Record<string, number> | null;
  points: number;
  cities: Record<string, BuildingView[]>;
  improved: string[];
  court: number[];
  open_markers: number;
  scored: string[];
  store: (string | null)[];
  sets: number;
  majorities: Record<string, number>;
}

export interface SpaceView {
  coins: number;
  points: number;
  refused: string | null;
}

export interface View {
  players: number;
  advanced: boolean;
  asked: number | null;
  question: string;
  wheel: SegmentView[];
  turned: number;
  turned_inner: number;
  bag: number;
  display: (string | null)[];
  pile: number;
  monuments: string[];
  improvements: Record<string, number>;
  court: string[];
  visitor: number | null;
  visited: number | null;
  city_scored: Record<string, number>;
  money_scored: Record<string, number>;
  decorations: Record<string, number>;
  statues: Record<string, number>;
  ender: number | null;
  segment: number | null;
  tile: string | null;
  site: string | null;
  owed: number;
  piece: string | null;
  seats: SeatView[];
  you: number | null;
  spaces: Record<string, SpaceView> | null;
  means: Record<string, number> | null;
  costs: Record<string, Record<string, number>> | null;
}
