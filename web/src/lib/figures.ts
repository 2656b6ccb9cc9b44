// Figures of the component table inside sentences, each with how sure it is.

export type Source = "rulebook" | "secondary" | "reconstructed";
export type Table = Record<string, any>;

export interface Figure {
  value: string;
  source: Source;
}

const SURENESS: Source[] = ["rulebook", "secondary", "reconstructed"];
const least = (sources: Source[]): Source => SURENESS[Math.max(0, ...sources.map((one) => SURENESS.indexOf(one)))]!;

/** A sentence cut at its places: `{setup.florins}` becomes that figure, words stay words. */
export function figured(text: string, components: Table): (string | Figure)[] {
  return text.split(/\{([\w.]+)\}/).map((part, n) => (n % 2 ? figure(part, components) : part));
}

function figure(path: string, components: Table): Figure {
  let at: any = components;
  let source: Source = "rulebook";
  for (const key of path.split(".")) {
    if (at && !Array.isArray(at)) source = at[`${key}_source`] ?? (Array.isArray(at.sources) ? least(at.sources) : (at.source ?? source));
    at = at?.[key];
  }
  return { value: Array.isArray(at) ? at.join(", ") : String(at ?? "?"), source };
}

/** What does not stand in a rulebook: the parts of the table with the least sure source in each. */
export function unsure(components: Table): Map<string, Source> {
  const found = new Map<string, Source>();
  const note = (key: string, source: Source) => found.set(key, least([source, found.get(key) ?? "rulebook"]));
  for (const [section, body] of Object.entries(components)) {
    for (const row of Array.isArray(body) ? body : [body]) {
      if (typeof row !== "object" || row === null) continue;
      for (const [key, value] of Object.entries<any>(row)) {
        if (key === "source") note(section, value);
        else if (key === "sources") note(section, least(value));
        else if (key.endsWith("_source")) note(`${section}_${key.slice(0, -7)}`, value);
      }
    }
  }
  return new Map([...found].filter(([, source]) => source !== "rulebook"));
}
