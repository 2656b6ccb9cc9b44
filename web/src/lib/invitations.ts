// Invitations are shown once by the server. The host's browser keeps them until the game starts.
import type { SeatLink } from "./answers";

const key = (table: string) => `invitations ${table}`;

export function keep(table: string, links: SeatLink[]): void {
  try {
    localStorage.setItem(key(table), JSON.stringify(Object.fromEntries([...Object.entries(kept(table)), ...links.map((one) => [one.seat, one.token])])));
  } catch {
    // They can be made anew.
  }
}

export function kept(table: string): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(key(table)) ?? "{}");
  } catch {
    return {};
  }
}

export function forget(table: string): void {
  try {
    localStorage.removeItem(key(table));
  } catch {
    // Nothing was kept.
  }
}
