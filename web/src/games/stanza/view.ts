// Made by web/make_types.py from the Python types. Do not edit.

export interface PersonView {
  key: string;
  number: number;
  discipline: string;
  starter: boolean;
}

export interface WorthView {
  strengths: Record<string, number>;
  reach: Record<string, number>;
  rights: Record<string, number>;
  points: Record<string, number>;
}

export interface SeatView {
  florins: number;
  points: number;
  figure: string;
  ship: number;
  ship_florins: number;
  ship_points: number;
  patron: number;
  turned_over: boolean;
  favours: Record<string, number>;
  books: Record<string, number>;
  church: Record<string, number>;
  discs: number;
  bonus_discs: number;
  artworks: Record<string, number>;
  museum: number;
  workers: (PersonView | null)[];
  recruits: (PersonView | null)[];
  tiles: string[];
  left: number | null;
  worth: WorthView;
}

export interface View {
  players: number;
  expert: boolean;
  asked: number | null;
  question: string;
  marker: number;
  rounds: number;
  ending: string;
  last_turn: number;
  board: Record<string, PersonView | null>;
  pile: number;
  discarded: number;
  favours: Record<string, number>;
  artworks: Record<string, number>;
  masterpieces: Record<string, (number | null)[]>;
  masterpiece_points: number[];
  tiles: string[];
  tile_disciplines: Record<string, string>;
  discipline: string | null;
  strength: number;
  person: PersonView | null;
  seats: SeatView[];
  you: number | null;
}
