// A few words that the board needs and the game's texts do not have. Which language is spoken shows in what `say` answers, so
// that these words never differ in language from the rest.
import type { Say } from "../../lib/contract";

const en = {
  turn: "Turn",
  flip: "Flip",
  lay: "Lay it here",
  drag: "Tap a space or drag the tile; tap again to turn it.",
  none: "Nothing fits here this way round.",
  wall: "wall to wall",
  build: "Build",
  together: "Build together",
  acting: "Actions",
  atWork: "At work",
  cards: "Jesters, cards",
  sharedWith: "shared with {name}",
  marker: "{name}'s marker",
  left: "{n} left",
  muse: "+{n} a work",
  cardinal: "+{n} action",
  princess: "a work of her own",
  merchant: "prestige, or a free object",
  professor: "a card for nothing",
  banker: "{n} florins",
  used: "has served",
  best: "Best work",
};
type Words = typeof en;
const de: Words = {
  turn: "Drehen",
  flip: "Wenden",
  lay: "Hierhin legen",
  drag: "Feld antippen oder Plättchen ziehen; nochmals tippen dreht es.",
  none: "So herum passt hier nichts.",
  wall: "Wand an Wand",
  build: "Bauen",
  together: "Gemeinsam bauen",
  acting: "Aktionen",
  atWork: "Bei der Arbeit",
  cards: "Gaukler, Karten",
  sharedWith: "gemeinsam mit {name}",
  marker: "Marker: {name}",
  left: "noch {n}",
  muse: "+{n} je Werk",
  cardinal: "+{n} Aktion",
  princess: "ein eigenes Werk",
  merchant: "Prestige oder ein Objekt umsonst",
  professor: "eine Karte umsonst",
  banker: "{n} Florin",
  used: "hat gedient",
  best: "Bestes Werk",
};
const nl: Words = {
  turn: "Draaien",
  flip: "Omkeren",
  lay: "Hier leggen",
  drag: "Tik op een vak of sleep de tegel; nog eens tikken draait hem.",
  none: "Zo past hier niets.",
  wall: "muur aan muur",
  build: "Bouwen",
  together: "Samen bouwen",
  acting: "Acties",
  atWork: "Aan het werk",
  cards: "Jongleurs, kaarten",
  sharedWith: "gedeeld met {name}",
  marker: "marker van {name}",
  left: "nog {n}",
  muse: "+{n} per werk",
  cardinal: "+{n} actie",
  princess: "een eigen werk",
  merchant: "prestige of een gratis object",
  professor: "een gratis kaart",
  banker: "{n} florijnen",
  used: "heeft gediend",
  best: "Beste werk",
};

/** Told by one name that differs in all three languages. */
function wordsOf(say: Say): Words {
  const forest = say("names.object.forest").toLowerCase();
  return forest.startsWith("w") ? de : forest.startsWith("b") ? nl : en;
}

/** A name that stands by itself begins with a capital, also in languages where it would not inside a sentence. */
export function title(say: Say, key: string): string {
  const name = say(key);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function word(say: Say, key: keyof Words, values: Record<string, string | number> = {}): string {
  return wordsOf(say)[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
