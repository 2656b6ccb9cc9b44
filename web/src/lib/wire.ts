// Made by web/make_types.py from the Python types. Do not edit.

export interface NoClock {
  kind: "none";
}

export interface BankClock {
  kind: "bank";
  bank_s: number;
  increment_s?: number;
}

export interface DaysClock {
  kind: "days";
  days: number;
}

export interface SeatRequest {
  kind: "bot" | "link" | "open" | "person";
  level?: string;
  name?: string;
}

export interface NewTable {
  seats: SeatRequest[];
  game?: string;
  options?: Record<string, boolean | number | string>;
  clock?: NoClock | BankClock | DaysClock;
  at_zero?: "bot" | "flag";
  takeover?: string;
  public?: boolean;
  casual?: boolean;
  record?: string | null;
  position?: number | null;
}

export interface JoinRequest {
  seat: number;
}

export interface SeatChange {
  seat: number;
  kind: "bot" | "link" | "none" | "open";
  level?: string;
  name?: string;
}

export interface PlayRequest {
  seat: number;
  move: string;
  after: number;
  seen?: number | null;
}

export interface UndoRequest {
  to: number;
  after: number;
}

export interface SeatAct {
  seat: number;
}

export interface HintRequest {
  seat: number;
  after: number;
}

export interface WhyRequest {
  move: string;
  seat?: number | null;
}

export interface ExactPlan {
  kind: "exact";
  moves: string[];
  about?: Record<string, string>;
}

export interface UntilPlan {
  kind: "until";
  question: string;
  move: string;
  limit: number;
  else?: string;
  about?: Record<string, string>;
}

export interface RepeatPlan {
  kind: "repeat";
  question: string;
  move: string;
  while?: string[];
}

export interface PlanRequest {
  seat: number;
  plan: ExactPlan | UntilPlan | RepeatPlan;
}

export interface PlanInfo {
  id: string;
  seat: number;
  plan: ExactPlan | UntilPlan | RepeatPlan;
  done: number;
}

export interface Offer {
  action: number;
  notation: string;
  word: string;
  about: string;
  thing: string | null;
  figures: Record<string, number>;
  sentence: string;
  rule: string;
}

export interface EventInfo {
  key: string;
  seat: number | null;
  about: Record<string, number>;
  text: string;
}

export interface ClockInfo {
  clock: NoClock | BankClock | DaysClock;
  at_zero: "bot" | "flag";
  at: number;
  left_ms: number[] | null;
  running: number | null;
  flagged: number[];
}

export interface RequestInfo {
  kind: "pause" | "undo";
  seat: number;
  to: number | null;
  waiting: number[];
  yours: boolean;
}

export interface UndoInfo {
  free_to: number | null;
  last_own: number | null;
  beyond: "alone" | "ask" | "no";
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: "bot" | "link" | "none" | "open" | "person";
  level: string;
  away: "" | "absent" | "resigned";
  taken: boolean;
  mine: boolean;
  guest?: boolean;
}

export interface Summary {
  table: string;
  game: string;
  title: string;
  status: "closed" | "open" | "over" | "paused" | "running";
  seats: SeatInfo[];
  asked: number | null;
  position: number;
  casual: boolean;
  public: boolean;
  clock: NoClock | BankClock | DaysClock;
  updated: number;
  my_turn: boolean;
  stage: string;
  options: string[];
  scores: number[] | null;
  places: number[] | null;
  ties: (number | null)[];
  unreadable?: string;
}

export interface TableInfo {
  table: string;
  game: string;
  title: string;
  rules: number;
  components: string;
  options: Record<string, boolean | number | string>;
  seats: SeatInfo[];
  host: string;
  hosting: boolean;
  clock: NoClock | BankClock | DaysClock;
  at_zero: "bot" | "flag";
  takeover: string;
  public: boolean;
  casual: boolean;
  opening: number;
  commitment: string;
  host_guest?: boolean;
}

export interface Hello {
  type: "hello";
  info: TableInfo;
  seat: number | null;
  my_seats: number[];
  seq: number;
  v?: number;
}

export interface EntryMessage {
  type: "entry";
  seq: number;
  at: number;
  kind: "absent" | "ask_pause" | "ask_undo" | "close" | "consent" | "flag" | "hint" | "join" | "leave" | "move" | "outage" | "over" | "pause" | "refuse" | "resign" | "resume" | "return" | "seat" | "start" | "undo";
  seat: number | null;
  position: number;
  text: string;
  events: EventInfo[];
  move?: string | null;
  by?: "bot" | "person" | "plan" | "record" | null;
  how?: "agreed" | "alone" | "free" | null;
  to?: number | null;
  v?: number;
}

export interface Situation {
  type: "situation";
  table: string;
  seq: number;
  position: number;
  status: "closed" | "open" | "over" | "paused" | "running";
  seat: number | null;
  my_seats: number[];
  seats: SeatInfo[];
  view: unknown;
  asked: number | null;
  question: string | null;
  ask: string | null;
  offers: Offer[];
  clock: ClockInfo;
  request: RequestInfo | null;
  undo: UndoInfo;
  plans: PlanInfo[];
  plan_ended: "done" | "finished" | "limit" | "not-offered" | "over" | "own-move" | "question" | "subject" | "taken-over" | "undo" | null;
  scores: number[] | null;
  places: number[] | null;
  ties: (number | null)[];
  commitment: string;
  seed: string | null;
  salt: string | null;
  claim_at?: number | null;
  v?: number;
}

export interface Replay {
  type: "replay";
  table: string;
  position: number;
  of: number;
  seat: number | null;
  view: unknown;
  asked: number | null;
  question: string;
  ask: string | null;
  mover: number | null;
  move: string | null;
  sentence: string | null;
  events: EventInfo[];
  scores: number[] | null;
  v?: number;
}

export interface ScorePart {
  key: string;
  text: string;
  points: number[];
}

export interface Shared {
  info: TableInfo;
  position: Replay;
}

export interface CatchUp {
  type: "catch_up";
  since: number;
  seq: number;
  fork: number;
  position: number;
  entries: EntryMessage[];
  v?: number;
}

export interface Chat {
  type: "chat";
  id: number;
  at: number;
  name: string;
  seat: number | null;
  text: string;
  guest?: boolean;
  v?: number;
}

export interface Presence {
  type: "presence";
  seats: number[];
  watching: number;
  v?: number;
}

export interface Ping {
  type: "ping";
  at: number;
  v?: number;
}

export interface Error {
  type: "error";
  error: string;
  message: string;
  stale?: boolean;
  repeated?: boolean;
  reason?: string;
  rule?: string;
  situation?: Situation | null;
  id?: string;
  v?: number;
}

export interface Why {
  move: string;
  offered: boolean;
  reason: string;
  reason_text: string;
  rule: string;
  rule_text: string;
}

export interface Hint {
  position: number;
  seat: number;
  move: string;
  sentence: string;
  reason: string;
}

export interface Weighed {
  position: number;
  seat: number;
  chances: number[];
  scores: number[];
  cost: number;
  played?: string | null;
  preferred?: string | null;
}

export interface Analysis {
  table: string;
  done: number;
  total: number;
  since: number;
  decisions: Weighed[];
}

export interface Proof {
  commitment: string;
  seed: string;
  salt: string;
  holds: boolean;
}

export type Live = Hello | EntryMessage | Situation | Chat | Presence | Ping | Error;
export type Plan = ExactPlan | UntilPlan | RepeatPlan;
