// What moves on the table moves on the page, once. Elements that carry data-move="key" are measured before a new view is drawn;
// afterwards each travels from where its key was to where it is. It follows from two views alone, so moves, undo, bots and
// replay look the same.

export interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Travel {
  key: string;
  dx: number;
  dy: number;
  sx: number;
  sy: number;
  ms: number;
  delay: number;
}

const SHORTEST = 180;
const LONGEST = 320;
const STAGGER = 40;
const MOST = 40; // things at once; more is a new picture and no movement

/** Which things travel, and how: far ones take longer, and several start one after the other. */
export function travels(before: Map<string, Spot>, after: Map<string, Spot>): Travel[] {
  const found: Travel[] = [];
  for (const [key, to] of after) {
    const from = before.get(key);
    if (!from || !to.w || !to.h || !from.w || !from.h) continue;
    const dx = from.x - to.x;
    const dy = from.y - to.y;
    const far = Math.hypot(dx, dy);
    if (far < 3) continue;
    const ms = Math.min(LONGEST, SHORTEST + far / 4);
    found.push({ key, dx, dy, sx: from.w / to.w, sy: from.h / to.h, ms, delay: Math.min(found.length, 6) * STAGGER });
  }
  return found.length > MOST ? [] : found;
}

function elements(root: ParentNode): Map<string, HTMLElement | SVGElement> {
  const found = new Map<string, HTMLElement | SVGElement>();
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-move]")) {
    found.set(element.dataset.move!, element);
  }
  return found;
}

/** Where everything is now. */
export function measure(root: ParentNode | null): Map<string, Spot> {
  const found = new Map<string, Spot>();
  if (!root) return found;
  for (const [key, element] of elements(root)) {
    const box = element.getBoundingClientRect();
    found.set(key, { x: box.x, y: box.y, w: box.width, h: box.height });
  }
  return found;
}

/** A way on the screen, as the element itself sees it: inside an SVG a unit is not a pixel, and things may be turned. */
function own(element: Element, dx: number, dy: number): [number, number] {
  const m = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
  const size = m ? m.a * m.d - m.b * m.c : 0;
  if (!m || !size) return [dx, dy];
  return [(m.d * dx - m.c * dy) / size, (m.a * dy - m.b * dx) / size];
}

/** Let everything travel from where it was. */
export function travel(root: ParentNode | null, before: Map<string, Spot>, still: boolean): void {
  if (!root || still || !before.size) return;
  const now = elements(root);
  for (const one of travels(before, measure(root))) {
    const element = now.get(one.key)!;
    const scale = element instanceof SVGElement ? 1 : Math.min(3, Math.max(0.3, one.sx));
    const [dx, dy] = own(element, one.dx, one.dy);
    const from = `translate(${dx}px, ${dy}px) scale(${scale})`;
    const origin = { transformOrigin: "0 0" };
    element.animate(
      [
        { transform: from, ...origin },
        { transform: "none", ...origin },
      ],
      { duration: one.ms, delay: one.delay, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)", fill: "backwards", composite: "add" },
    );
  }
}
