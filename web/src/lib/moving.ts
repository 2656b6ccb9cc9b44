// What moves on the table moves on the page, once. Elements that carry data-move="key" are measured before a new view is drawn;
// afterwards each travels from where its key was to where it is. It follows from two views alone, so moves, undo, bots and
// replay look the same. What is new comes from its supply, if it says data-from="key" and that carried data-source="key".

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

export const source = (key: string): string => `source ${key}`;

/** Which things travel, and how: far ones take longer, and several start one after the other. */
export function travels(before: Map<string, Spot>, after: Map<string, Spot>, origins: Map<string, string> = new Map()): Travel[] {
  const found: Travel[] = [];
  for (const [key, to] of after) {
    const from = before.get(key) ?? before.get(source(origins.get(key) ?? ""));
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
  for (const [key, element] of elements(root)) found.set(key, spotOf(element));
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-source]")) {
    const spot = spotOf(element);
    if (spot.w) found.set(source(element.dataset.source!), spot);
  }
  return found;
}

function spotOf(element: Element): Spot {
  const box = element.getBoundingClientRect();
  return { x: box.x, y: box.y, w: box.width, h: box.height };
}

/** A way on the screen, as the element itself sees it: inside an SVG a unit is not a pixel, and things may be turned. */
function own(element: Element, dx: number, dy: number): [number, number] {
  const m = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
  const size = m ? m.a * m.d - m.b * m.c : 0;
  if (!m || !size) return [dx, dy];
  return [(m.d * dx - m.c * dy) / size, (m.a * dy - m.b * dx) / size];
}

/** Whether a place is in the window: on a phone much of the table lies beside it. */
const seen = ({ x, y, w, h }: Spot): boolean => x < innerWidth && y < innerHeight && x + w > 0 && y + h > 0;

/** Let everything travel from where it was. */
export function travel(root: ParentNode | null, before: Map<string, Spot>, still: boolean): void {
  if (!root || still || !before.size) return;
  const now = elements(root);
  const origins = new Map([...now].flatMap(([key, element]) => (element.dataset.from ? [[key, element.dataset.from]] : [])));
  const after = new Map([...now].map(([key, element]) => [key, spotOf(element)]));
  for (const one of travels(before, after, origins)) {
    const element = now.get(one.key)!;
    const to = after.get(one.key)!;
    if (!seen(to) && !seen({ ...to, x: to.x + one.dx, y: to.y + one.dy })) continue;
    const timing = { duration: one.ms, delay: one.delay, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)", fill: "backwards" as const };
    const scale = Math.min(3, Math.max(0.3, one.sx));
    if (element instanceof SVGGraphicsElement && "fly" in element.dataset) {
      fly(element, to, `translate(${one.dx}px, ${one.dy}px) scale(${scale})`, timing);
      continue;
    }
    const [dx, dy] = own(element, one.dx, one.dy);
    const from = `translate(${dx}px, ${dy}px) scale(${element instanceof SVGElement ? 1 : scale})`;
    const origin = { transformOrigin: "0 0" };
    // Only what replaces the transform runs without the main thread.
    const composite = getComputedStyle(element).transform === "none" ? "replace" : "add";
    element.animate(
      [
        { transform: from, ...origin },
        { transform: "none", ...origin },
      ],
      { ...timing, composite },
    );
  }
}

/**
 * A copy of a part of a drawing travels above everything, and the part itself shows when it has arrived. Inside its drawing the
 * part would be cut at the edge, and the whole drawing would be painted anew for every frame.
 */
function fly(element: SVGGraphicsElement, to: Spot, from: string, timing: KeyframeAnimationOptions): void {
  const layer = element.closest("main, aside")?.parentElement;
  const around = element.parentElement as Element | null;
  const m = around instanceof SVGGraphicsElement ? around.getScreenCTM() : null;
  if (!layer || !m) return;
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const place = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const copy = element.cloneNode(true) as SVGGraphicsElement;
  for (const one of [copy, ...copy.querySelectorAll("[data-move]")]) one.removeAttribute("data-move");
  place.setAttribute("transform", `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e - to.x} ${m.f - to.y})`);
  place.append(copy);
  drawing.append(place);
  drawing.setAttribute("aria-hidden", "true");
  Object.assign(drawing.style, {
    position: "fixed",
    zIndex: "5",
    left: `${to.x}px`,
    top: `${to.y}px`,
    width: `${to.w}px`,
    height: `${to.h}px`,
    overflow: "visible",
    pointerEvents: "none",
    transformOrigin: "0 0",
    willChange: "transform",
  });
  layer.append(drawing);
  element.style.visibility = "hidden";
  const arrived = (): void => {
    drawing.remove();
    element.style.visibility = "";
  };
  drawing.animate([{ transform: from }, { transform: "none" }], timing).finished.then(arrived, arrived);
}
