// How far the guide is at each table, in this browser.
import { start, type Progress } from "./steps";

const KEY = "mecenate-guide";
const MOST = 12; // tables; the oldest are forgotten

function all(): Record<string, Progress> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // no storage, or something else in it
  }
}

export function kept(table: string): Progress | null {
  const found = all()[table];
  return found ? { ...start, ...found } : null;
}

export function keep(table: string, progress: Progress): void {
  const { [table]: _, ...others } = all();
  const latest = [...Object.entries(others), [table, progress]].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // A browser that keeps nothing still guides until the page is loaded again.
  }
}
