// What the levels of bots are called. One that this page has no words for yet is called by its key.
import { settings } from "./settings.svelte";
import { title } from "./grouping";

function words(key: string, otherwise: string): string {
  const found = settings.say(key);
  return found === key ? otherwise : found;
}

export const levelName = (level: string): string => words(`bots.${level}.name`, title(level));
export const levelAbout = (level: string, about: string): string => words(`bots.${level}.about`, about);
