// What the page and a game's drawings know of each other. A game draws its view and lights what is offered; no rule runs here.
//
// What a drawing may count on: data-move="key" makes an element travel when its place changes, data-from="key" lets a new one
// come from what carries data-source="key", and a part of an SVG with data-fly travels as a copy above everything, if its looks
// do not depend on what it lies in (lib/moving.ts); inside an element with data-keys the page leaves letter and number keys
// alone; the theme class may set --stage-rows, the heights of shared, own and hand (a CSS grid-template-rows); Shared, Own and
// Hand draw their own panels and fill the place they are given, and on a phone each has the width of the screen and may be
// higher than its place. A drawing that throws gives way to a plain one.
import type { Component } from "svelte";
import type { Offer, SeatInfo } from "./wire";

export interface Person extends SeatInfo {
  colour: string; // a CSS variable of the seat: lapis, ochre, terracotta, verdigris, plum
  symbol: "lily" | "star" | "moon" | "cross" | "wheel"; // colour is never alone
}

/** The words of the game and of the page: `say("names.object.jester")`, `say("page.round", { n: 4 })`. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** What every drawing of a game gets. */
export interface Drawn<View> {
  view: View;
  seat: number | null; // whose eyes; null is a spectator
  people: Person[];
  say: Say;
  components: Record<string, any>; // the game's component table
  offers: Offer[]; // what may be answered now: light these places and no others
  pointed: Offer | null; // the offer under the mouse or the focus, wherever that is: draw it as it would lie
  point: (offer: Offer | null) => void;
  choose: (offer: Offer) => void; // answer the question
  explain: (move: string) => void; // somebody clicked what is not offered: the page asks the server why
}

/** A figure about a seat that everybody may know, for the rail of people. */
export interface Fact {
  key: string; // of the texts
  value: string | number;
}

/** Offers that belong together in the move bar. One group is one line with its answers, or a list with a search field. */
export interface Group {
  title: string; // already in words; empty for single answers
  offers: Offer[];
  onBoard: boolean; // easier to answer on the board (places); the bar then folds the list
}

/** A game's face. */
export interface Face<View = any> {
  key: string;
  theme: string; // the class that carries the game's colours
  Shared: Component<Drawn<View>>; // what lies in the middle
  Own: Component<Drawn<View> & { of: number }>; // a seat's area, large
  Small: Component<{ view: View; of: number; people: Person[]; say: Say; components: Record<string, any> }>;
  Hand: Component<Drawn<View>>; // my cards, with what each is worth now
  facts: (view: View, seat: number) => Fact[];
  score: (view: View, seat: number) => number | null;
  stage: (view: View, say: Say, components: Record<string, any>) => { rounds: { label: string; detail: string; state: "past" | "now" | "next" }[]; phase: string; left?: string };
  groups: (view: View, offers: Offer[], say: Say) => Group[];
  matters: (view: View) => "shared" | "own" | "hand"; // what the question is about: a phone shows it first
  hand?: string; // what the hand is called, a key of the texts, where it holds no cards
  short?: boolean; // the middle needs less than the height of a phone, so that my cards fit below it
}
