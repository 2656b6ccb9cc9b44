// Requests to the server. What can't be done comes back as a Refusal with a sentence in the person's language.
import { settings } from "./settings.svelte";
import type * as wire from "./wire";

export class Refusal extends Error {
  constructor(
    readonly status: number, // 0: the server could not be reached
    readonly body: wire.Error,
    readonly retryAfter = 0, // seconds
  ) {
    super(body.message);
  }
}

/** The address of something below the API, relative to where the page lies. */
export function apiAddress(path: string, query: Record<string, unknown> = {}): string {
  const url = new URL(`api/${path}`, document.baseURI.split("#")[0]);
  url.searchParams.set("lang", settings.language);
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") url.searchParams.set(key, String(value));
  }
  return url.href;
}

async function refusal(answer: Response): Promise<Refusal> {
  let body: wire.Error;
  try {
    body = await answer.json();
  } catch {
    body = { type: "error", error: "failed", message: "" };
  }
  if (!body.message) body.message = settings.say("error.failed", { status: answer.status });
  return new Refusal(answer.status, body, Number(answer.headers.get("Retry-After") ?? 0));
}

const PATIENCE = 10_000; // whoever swallows packets says nothing
// What the server may have to think, read or deal for.
const SLOW = /^(tables|verify|records?)$|\/(hint|analysis|continue|rematch|record|insights?)$/;

async function ask(method: string, path: string, body?: unknown, query?: Record<string, unknown>): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(apiAddress(path, query), {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(SLOW.test(path) ? 8 * PATIENCE : PATIENCE),
    });
  } catch {
    throw new Refusal(0, { type: "error", error: "offline", message: settings.say("error.offline") });
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function read<T>(answer: Promise<Response>): Promise<T> {
  const found = await answer;
  return found.status === 204 ? (undefined as T) : await found.json();
}

export const get = <T>(path: string, query?: Record<string, unknown>) => read<T>(ask("GET", path, undefined, query));
export const post = <T>(path: string, body?: unknown, query?: Record<string, unknown>) => read<T>(ask("POST", path, body, query));
export const put = <T>(path: string, body: unknown) => read<T>(ask("PUT", path, body));
export const remove = (path: string) => read<void>(ask("DELETE", path));

export async function getText(path: string, query?: Record<string, unknown>): Promise<string> {
  return await (await ask("GET", path, undefined, query)).text();
}

/** What to show of anything that went wrong. */
export function sentence(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  console.error(error);
  return settings.say("error.page");
}
