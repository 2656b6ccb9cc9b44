// How an offered thing answers to mouse, finger and keyboard; the same for shapes in a drawing and for buttons.
import type { Drawn } from "../../lib/contract";
import type { Offer } from "../../lib/wire";
import type { View } from "./view";

export type Table = Drawn<View>;

export function offered(offers: Offer[], word: string, about = ""): Offer | null {
  return offers.find((offer) => offer.word === word && offer.about === about) ?? null;
}

export function isPointed(table: Table, offer: Offer | null): boolean {
  return offer !== null && table.pointed?.action === offer.action;
}

/** Answers that cost the coins that their figures tell. */
export const PAID = new Set(["brick", "purchase"]);

/** What the offer under the mouse is about, if it is one of this word. */
export function pointedAt(table: Table, word: string): string | null {
  return table.pointed?.word === word ? table.pointed.about : null;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The nearest lit thing in a direction; what lies aside counts as farther away. */
function neighbour(from: Element, [dx, dy]: [number, number]): HTMLElement | null {
  const [x, y] = middle(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const other of document.querySelectorAll<HTMLElement>("[data-carrara-lit]")) {
    if (other === from) continue;
    const [ox, oy] = middle(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 2 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
  }
  return best;
}

/** Attributes of a thing that is offered (lit), or that can at least be asked about with the move `why`. */
export function attributes(table: Table, offer: Offer | null, why = "", label = ""): Record<string, unknown> {
  if (!offer) {
    const asks = why !== "" && table.seat !== null;
    return asks ? { onclick: (event: Event) => (event.stopPropagation(), table.explain(why)) } : {};
  }
  return {
    role: "button",
    tabindex: 0,
    "aria-label": label || offer.sentence,
    "data-carrara-lit": offer.notation,
    onclick: (event: Event) => {
      event.stopPropagation();
      table.choose(offer);
    },
    onkeydown: (event: KeyboardEvent) => {
      const arrow = ARROWS[event.key];
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        table.choose(offer);
      } else if (arrow) {
        event.preventDefault();
        neighbour(event.currentTarget as Element, arrow)?.focus();
      }
    },
    onpointerenter: () => table.point(offer),
    onpointerleave: () => table.point(null),
    onfocus: () => table.point(offer),
    onblur: () => table.point(null),
  };
}
