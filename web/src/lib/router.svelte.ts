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

/** The address of a page, to be copied and sent. */
export function address(path: string): string {
  return new URL(`#${path}`, location.href.split("#")[0]).href;
}
