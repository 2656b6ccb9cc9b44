// Pages are told apart by the part of the address behind #, as `#/table/abc?seat=1`.
import { parse, type Place } from "./place";

export const place = $state<{ now: Place }>({ now: parse(location.hash) });

addEventListener("hashchange", () => {
  place.now = parse(location.hash);
});

export function go(path: string): void {
  location.hash = path;
}

/** The same page with other words behind the ?, without a step in the browser's history. */
export function amend(path: string): void {
  history.replaceState(null, "", `#${path}`);
}

/** The address of a page, to be copied and sent. Without #, as some programs cut off what is behind it; the server leads on. */
export function address(path: string): string {
  const here = location.href.split("#")[0];
  return new URL(import.meta.env.PROD ? path.slice(1) : `#${path}`, here).href;
}
