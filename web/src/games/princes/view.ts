// Made by web/make_types.py from the Python types. Do not edit.

export interface AuctionView {
  object: string;
  bid: number;
  bidder: number;
  passed: number[];
}

export interface CharacterView {
  character: string;
  hired: boolean;
  marker: number | null;
  bid: number | null;
  florins: number | null;
}

export interface ProposalView {
  building: string;
  seat: number;
  partner: number;
  at: string | null;
  cells: Record<number, string[]>;
  price: number | null;
  countered: boolean;
}

export interface TileView {
  piece: string;
  at: string;
  cells: string[];
  shared_with?: number | null;
}

export interface SeatView {
  florins: number | null;
  prestige: number;
  best_work: number;
  jesters: number;
  builders: number;
  freedoms: string[];
  buildings: TileView[];
  landscapes: TileView[];
  table: string[];
  recruiting_table: number;
  recruiting_hand: number;
  empty_spaces: number;
  building_price: number;
  hand_count: number;
  bonus_count: number;
  prestige_count: number;
  hand: string[] | null;
  bonus_cards: string[] | null;
  prestige_cards: string[] | null;
  character: string | null;
  left: number | null;
  right: number | null;
}

export interface KnownCard {
  deck: string;
  place: number;
  card: string;
}

export interface Worth {
  work_values: Record<string, number>;
  work_parts: Record<string, Record<string, number>>;
  bonus_values: Record<string, number>;
  prestige_values: Record<string, number>;
  princess: number | null;
  princess_parts: Record<string, number>;
  rank: number | null;
}

export interface View {
  players: number;
  round: number;
  phase: string;
  starter: number;
  minimum: number;
  asked: number | null;
  question: string;
  auction: AuctionView | null;
  opener: number | null;
  bought: number[];
  withdrawn: number[];
  sold: Record<string, number | null>;
  actions_left: number;
  profession_taken: boolean;
  freedom_taken: boolean;
  worker: string | null;
  work_value: number;
  piece: string | null;
  looking: string | null;
  looked: number;
  look: string[] | null;
  supply: Record<string, number>;
  bonus_played: string[];
  characters: CharacterView[] | null;
  passed: number[];
  cooperation: boolean;
  moving_back: boolean;
  palazzo: string[];
  proposal: ProposalView | null;
  proposals_left: number;
  seats: SeatView[];
  you: number | null;
  known: KnownCard[];
  worth: Worth | null;
}
