// Seats have a colour and a symbol; colour is never alone.
import type { Person } from "./contract";
import type { SeatInfo } from "./wire";

export const COLOURS = ["lapis", "ochre", "terracotta", "verdigris", "plum"] as const;
export const SYMBOLS: Person["symbol"][] = ["lily", "star", "moon", "cross", "wheel"];

export function person(seat: SeatInfo): Person {
  const n = seat.seat % COLOURS.length;
  return { ...seat, colour: `var(--${COLOURS[n]})`, symbol: SYMBOLS[n]! };
}

export const people = (seats: SeatInfo[]): Person[] => seats.map(person);
