// A table as it goes on. Who was away for a while says the last entry that arrived, and gets those after it.
import { apiAddress, get, Refusal, sentence } from "./api";
import { merged, next, since } from "./resume";
import type { Chat, EntryMessage, Hello, Live, Presence, Situation, TableInfo } from "./wire";

export type State = "connecting" | "live" | "reconnecting" | "refused" | "closed";

export interface Watching {
  seat?: number | null;
  watch?: string;
}

const SILENT = 9_500; // the server pings every 6 seconds

export class Table {
  info = $state.raw<TableInfo | null>(null);
  situation = $state.raw<Situation | null>(null);
  entries = $state.raw<EntryMessage[]>([]);
  chat = $state.raw<Chat[]>([]);
  presence = $state.raw<Presence>({ type: "presence", seats: [], watching: 0 });
  state = $state<State>("connecting");
  refused = $state("");
  skew = $state(0); // what to add to this device's time to get the server's

  #socket: WebSocket | null = null;
  #timer = 0;
  #silent = 0;
  #failures = 0;
  #waiting: EntryMessage[] = []; // entries come in bursts; they are shown with the situation that follows them
  #heard: (situation: Situation) => void;

  constructor(
    readonly key: string,
    readonly looking: Watching,
    heard: (situation: Situation) => void,
  ) {
    this.#heard = heard;
  }

  open(): void {
    this.#connect();
    void this.#readChat();
    document.addEventListener("visibilitychange", this.#seen);
    addEventListener("online", this.#seen);
    addEventListener("offline", this.doubt);
  }

  close(): void {
    this.state = "closed";
    clearTimeout(this.#timer);
    clearTimeout(this.#silent);
    document.removeEventListener("visibilitychange", this.#seen);
    removeEventListener("online", this.#seen);
    removeEventListener("offline", this.doubt);
    this.#socket?.close();
    this.#socket = null;
  }

  /** In another language all is told anew. */
  again(): void {
    this.entries = [];
    this.#waiting = [];
    this.#connect();
  }

  /** Whoever comes back to the page does not wait for the next try. */
  #seen = (): void => {
    if (document.visibilityState === "visible" && this.state === "reconnecting") this.#connect();
  };

  /** Something says that there is no network: a new connection shows whether that is so, and until then nothing is certain. */
  doubt = (): void => {
    if (this.state !== "live") return;
    this.state = "reconnecting";
    this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    this.#socket?.close();
    const address = apiAddress(`tables/${this.key}/live`, { ...this.looking, since: since(this.entries) });
    const socket = new WebSocket(address.replace(/^http/, "ws"));
    this.#socket = socket;
    this.#listen();
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      this.#failures = 0;
      this.#listen();
      this.take(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.#socket === socket) void this.#broke(event.code);
    };
  }

  /** A connection that says nothing for long is gone, whatever the browser believes. */
  #listen(): void {
    clearTimeout(this.#silent);
    this.#silent = window.setTimeout(() => {
      const socket = this.#socket;
      if (!socket) return;
      this.#socket = null;
      socket.close();
      void this.#broke(1006);
    }, SILENT);
  }

  async #broke(code: number): Promise<void> {
    if (this.state === "closed") return;
    this.#failures += 1;
    const then = next(code, this.#failures, Math.random());
    // A connection that is refused outright has no code that tells why: a plain request does.
    if (!then.again || (this.state === "connecting" && !this.situation)) {
      if (!(await this.#look())) return;
    }
    if (this.situation) this.state = "reconnecting";
    this.#timer = window.setTimeout(() => this.#connect(), then.again ? then.after : 5000);
  }

  async #look(): Promise<boolean> {
    try {
      if (!this.info) this.info = await get<TableInfo>(`tables/${this.key}`, { watch: this.looking.watch });
      this.take(await get<Situation>(`tables/${this.key}/situation`, { ...this.looking }));
      return true;
    } catch (error) {
      if (error instanceof Refusal && (error.status === 0 || error.status === 429 || error.status >= 500)) return true;
      this.refused = sentence(error);
      this.state = "refused";
      return false;
    }
  }

  async #readChat(): Promise<void> {
    try {
      this.#say(await get<Chat[]>(`tables/${this.key}/chat`, { watch: this.looking.watch }));
    } catch {
      // The table itself will tell what is wrong.
    }
  }

  #say(more: Chat[]): void {
    const all = new Map([...this.chat, ...more].map((one) => [one.id, one]));
    this.chat = [...all.values()].sort((a, b) => a.id - b.id);
  }

  #hello(message: Hello): void {
    this.info = message.info;
    this.state = "live";
  }

  /** A message, or the answer to something that this page asked for. */
  take(message: Live): void {
    switch (message.type) {
      case "hello":
        return this.#hello(message);
      case "entry":
        this.#waiting.push(message);
        return;
      case "situation":
        this.skew = message.clock.at - Date.now();
        if (this.#waiting.length) this.entries = merged(this.entries, this.#waiting);
        this.#waiting = [];
        if (this.situation && message.seq < this.situation.seq) return; // an answer that was overtaken
        this.situation = message;
        this.#heard(message);
        return;
      case "chat":
        return this.#say([message]);
      case "presence":
        this.presence = message;
        return;
      case "ping":
        this.skew = message.at - Date.now();
        return;
      case "error":
        this.refused = message.message;
        return;
    }
  }
}
