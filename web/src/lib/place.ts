// Where one is, read from the part of the address behind #.

export interface Place {
  path: string[];
  query: URLSearchParams;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a % that somebody typed
  }
}

export function parse(hash: string): Place {
  const text = hash.replace(/^#?\/?/, "");
  const cut = text.indexOf("?");
  const path = cut < 0 ? text : text.slice(0, cut);
  return {
    path: path.split("/").filter(Boolean).map(decoded),
    query: new URLSearchParams(cut < 0 ? "" : text.slice(cut + 1)),
  };
}
