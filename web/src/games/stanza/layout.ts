// Where the rooms of the palace lie: three beside each other on a table's width, two on a phone. The walk goes clockwise in both.
export interface Room {
  hall: string;
  x: number;
  y: number;
  steps: { x: number; y: number }[]; // person spaces in the order of the walk, relative to the room
  next: "left" | "right" | "up" | "down"; // to the room that follows
}

export interface Plan {
  small: boolean;
  width: number;
  height: number;
  w: number; // of a room
  h: number;
  banner: number;
  wall: number; // where the floor begins
  ladder: { y: number; h: number };
  thing: { x: number; y: number; w: number; h: number }; // what only this hall has
  r: number; // of a person's medallion
  attic: number;
  rooms: Room[];
}

function rooms(plan: Omit<Plan, "rooms">, places: [string, number, number, boolean, Room["next"]][], left: number): Room[] {
  const gap = plan.small ? 5 : 8;
  return places.map(([hall, column, row, back, next]) => {
    const inset = plan.r + (plan.small ? 11 : 20);
    const between = (plan.w - 2 * inset) / 2;
    const y = (plan.wall + plan.h) / 2 + (plan.small ? 2 : 3);
    const steps = [0, 1, 2].map((n) => ({ x: inset + between * (back ? 2 - n : n), y }));
    return { hall, x: left + column * (plan.w + gap), y: plan.attic + row * (plan.h + gap), steps, next };
  });
}

const wide = {
  small: false, width: 922, height: 540, w: 290, h: 240, banner: 30, wall: 171, attic: 38, r: 27,
  ladder: { y: 36, h: 55 }, thing: { x: 11, y: 96, w: 268, h: 71 },
};
const narrow = {
  small: true, width: 400, height: 702, w: 192, h: 218, banner: 26, wall: 146, attic: 30, r: 25,
  ladder: { y: 31, h: 42 }, thing: { x: 5, y: 78, w: 182, h: 66 },
};

export const WIDE: Plan = {
  ...wide,
  rooms: rooms(wide, [
    ["literature", 0, 0, false, "right"], ["religion", 1, 0, false, "right"], ["art", 2, 0, false, "down"],
    ["discoveries", 0, 1, true, "up"], ["bonus", 1, 1, true, "left"], ["politics", 2, 1, true, "left"],
  ], 18),
};
export const NARROW: Plan = {
  ...narrow,
  rooms: rooms(narrow, [
    ["religion", 0, 0, false, "right"], ["art", 1, 0, false, "down"],
    ["literature", 0, 1, true, "up"], ["politics", 1, 1, true, "down"],
    ["discoveries", 0, 2, true, "up"], ["bonus", 1, 2, true, "left"],
  ], 5.5),
};

/** Where a stop of the walk lies on the whole board. */
export function stop(plan: Plan, space: string): { x: number; y: number } {
  const [hall = "bonus", n = "2"] = space.split(" ");
  const room = plan.rooms.find((one) => one.hall === hall)!;
  const step = room.steps[Number(n) - 1] ?? room.steps[1]!;
  return { x: room.x + step.x, y: room.y + step.y };
}
