// Answers of the server that have no type among those of wire.ts.
import type { SeatInfo, Summary, TableInfo } from "./wire";

export type Value = boolean | number | string;

export interface OptionInfo {
  key: string;
  values: Value[]; // the first one is the usual one
  seats: number[]; // seat counts for which it means anything; empty is all
  needs?: string; // another option that must be on for this one to mean anything
  presets?: Record<string, Record<string, Value>>; // value -> what other options usually are with it
}

export interface BotInfo {
  level: string;
  name: string; // in English; the game's texts have it in all languages
  about: string;
  usual: boolean; // the one for who does not choose
}

export interface GameInfo {
  game: string;
  title: string;
  authors: string[];
  publishers: string[];
  rules: number;
  components: string;
  seats: number[];
  options: OptionInfo[];
  bots: BotInfo[]; // from weak to strong
}

/** A game that some bots are not ready for: until they are, they play like the one that answers at once. */
export interface Preparing {
  game: string;
  levels: string[];
  coming: boolean; // whether they will be
  seconds: number | null; // until they are, as far as one can say
}

export interface About {
  version: string;
  source: string; // where it can be had; empty if nobody said
}

export interface Me {
  id: string;
  name: string;
  guest: boolean;
  email: string | null;
  language: string | null;
}

export interface SeatLink {
  seat: number;
  token: string;
  link: string;
}

export interface Created {
  info: TableInfo;
  invitations: SeatLink[];
}

export interface Invited {
  info: TableInfo;
  seat: number;
  status: Summary["status"];
  free: boolean;
}

export interface MyTable {
  summary: Summary;
  seq: number;
  seen: number;
}

export interface LobbyPage {
  tables: Summary[];
  next: string | null;
}

export interface BotToken {
  id: string;
  label: string;
  created: number;
  used?: number | null;
}

export interface NoticeInfo {
  id: string;
  channel: "mail" | "webhook" | "push";
  address: string;
  interval_s: number;
  created: number;
  confirmed: boolean;
}

export interface NoticeSettings {
  channels: { channel: NoticeInfo["channel"]; there: boolean; usual_interval_s: number }[];
  push_key: string | null;
  notices: NoticeInfo[];
}

export type Seats = SeatInfo[];
