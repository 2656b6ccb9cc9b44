// What is offered is lit, and is a button wherever it is drawn; what is not says why when clicked.
import type { Offer } from "../../lib/wire";

interface Asked {
  pointed: Offer | null;
  point: (offer: Offer | null) => void;
  choose: (offer: Offer) => void;
  explain: (move: string) => void;
}

/** Attributes of something that answers with `offer`, for HTML and SVG alike. Without an offer a click asks why not. */
export function lit(asked: Asked, offer: Offer | null, move = ""): Record<string, unknown> {
  if (!offer) return move ? { onclick: () => asked.explain(move), "data-quiet": "" } : {};
  return {
    role: "button",
    tabindex: 0,
    "aria-label": offer.sentence,
    "data-lit": asked.pointed?.notation === offer.notation ? "pointed" : "",
    onclick: (event: Event) => {
      event.stopPropagation();
      asked.choose(offer);
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      asked.choose(offer);
    },
    onpointerenter: (event: PointerEvent) => event.pointerType === "mouse" && asked.point(offer),
    onpointerleave: (event: PointerEvent) => event.pointerType === "mouse" && asked.point(null),
    onfocus: () => asked.point(offer),
    onblur: () => asked.point(null),
  };
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys go to the nearest lit thing on that side, inside one area. */
export function roam(area: HTMLElement): { destroy: () => void } {
  function move(event: KeyboardEvent): void {
    const way = ARROWS[event.key];
    const here = document.activeElement;
    if (!way || event.defaultPrevented || !(here instanceof Element) || !here.matches("[data-lit]") || !area.contains(here)) return;
    const from = middle(here);
    let best: HTMLElement | SVGElement | null = null;
    let least = Infinity;
    for (const other of area.querySelectorAll<HTMLElement | SVGElement>("[data-lit]")) {
      if (other === here) continue;
      const to = middle(other);
      const along = (to.x - from.x) * way[0] + (to.y - from.y) * way[1];
      const aside = Math.abs((to.x - from.x) * way[1]) + Math.abs((to.y - from.y) * way[0]);
      const cost = along + 2.5 * aside;
      if (along > 4 && cost < least) [best, least] = [other, cost];
    }
    if (!best) return;
    event.preventDefault();
    best.focus();
  }
  const middle = (element: Element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  area.addEventListener("keydown", move);
  return { destroy: () => area.removeEventListener("keydown", move) };
}
