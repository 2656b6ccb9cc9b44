// On a phone a board is higher than its window. What is asked for is brought into sight, without moving the page around it.
const ROOM = 24;

export function reveal(root: HTMLElement | undefined): void {
  if (!root || root.scrollHeight <= root.clientHeight + 1) return;
  const lit = [...root.querySelectorAll("[data-lit]")].map((element) => element.getBoundingClientRect());
  if (lit.length === 0) return;
  const here = root.getBoundingClientRect();
  const top = Math.min(...lit.map((box) => box.top)) - here.top - ROOM;
  const bottom = Math.max(...lit.map((box) => box.bottom)) - here.top + ROOM;
  if (top >= 0 && bottom <= root.clientHeight) return;
  // Answers spread over more than the window begin at the first one.
  root.scrollTop += bottom - top > root.clientHeight || top < 0 ? top : bottom - root.clientHeight;
}
