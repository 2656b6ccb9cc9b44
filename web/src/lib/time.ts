// Clocks and dates as people read them.
import type { BankClock, ClockInfo, DaysClock, NoClock } from "./wire";

/** What a seat has left; only the one that runs loses time. */
export function left(clock: ClockInfo, seat: number, serverNow: number): number | null {
  const given = clock.left_ms?.[seat];
  if (given === undefined || given === null) return null;
  return clock.running === seat ? Math.max(0, given - Math.max(0, serverNow - clock.at)) : given;
}

/** 14:20, 1:02:05; from a day on `2 d 3 h`. */
export function written(ms: number): string {
  const s = Math.ceil(ms / 1000);
  if (s >= 86_400) return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`;
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(s / 60) % 60;
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`;
}

export function clockWords(clock: NoClock | BankClock | DaysClock, say: (key: string, values?: Record<string, number>) => string): string {
  if (clock.kind === "none") return say("clock.none");
  if (clock.kind === "days") return say("clock.days", { n: clock.days });
  return say("clock.bank", { minutes: Math.round(clock.bank_s / 60), seconds: clock.increment_s ?? 0 });
}

export function ago(at: number, language: string, now = Date.now()): string {
  const s = Math.round((at - now) / 1000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  if (s > -60) return words.format(0, "minute");
  if (s > -3600) return words.format(Math.round(s / 60), "minute");
  if (s > -86_400) return words.format(Math.round(s / 3600), "hour");
  return words.format(Math.round(s / 86_400), "day");
}
