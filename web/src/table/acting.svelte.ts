// What a person does at a table. One thing at a time; what is refused is told, and what was stale brings the truth along.
import { apiAddress, get, post, put, Refusal, remove, sentence } from "../lib/api";
import type { Table } from "../lib/live.svelte";
import { stillMeant, wayBack } from "../lib/undoing";
import type { Hint, Offer, Plan, ScorePart, SeatChange, Situation, Why } from "../lib/wire";

const TRIES = 4; // again after others were faster
const SLOW = 3_500; // milliseconds after which somebody who waits wants to be told

export class Acting {
  busy = $state(false);
  wrong = $state("");
  why = $state.raw<Why | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  slow = $state(false); // what was done has had no answer for a while
  #lost = false; // what is wrong is the connection

  constructor(private readonly table: Table) {}

  async #do(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.wrong = "";
    this.why = null;
    this.hint = null;
    const timer = setTimeout(() => (this.slow = true), SLOW);
    try {
      await work();
      return true;
    } catch (error) {
      this.#missed(error);
      const now = error instanceof Refusal ? error.body.situation : null;
      if (now) this.table.take(now);
      if (!(error instanceof Refusal && error.body.repeated)) this.wrong = sentence(error);
      return false;
    } finally {
      clearTimeout(timer);
      this.busy = this.slow = false;
    }
  }

  #missed(error: unknown): void {
    this.#lost = error instanceof Refusal && error.status === 0;
    if (this.#lost) this.table.doubt();
  }

  /** The connection is there again: what was wrong with it is no more. */
  reached(): void {
    if (this.#lost) this.wrong = "";
    this.#lost = false;
  }

  #post(what: string, body?: unknown): Promise<boolean> {
    return this.#do(async () => {
      const answer = await post<Situation | undefined>(`tables/${this.table.key}/${what}`, body);
      if (answer?.type === "situation") this.table.take(answer);
    });
  }

  play(offer: Offer, on: Situation): Promise<boolean> {
    return this.#post("move", { seat: on.asked, move: offer.notation, after: on.position, seen: on.seq });
  }

  /** Bots may move between the wish and its arrival; then it is meant all the same. */
  undo(on: Situation, to: number): Promise<boolean> {
    return this.#do(async () => {
      for (let known = on, tries = TRIES; ; tries--) {
        try {
          const body = { to, after: known.position };
          return this.table.take(await post<Situation>(`tables/${this.table.key}/${wayBack(known.undo, to)}`, body));
        } catch (error) {
          const now = error instanceof Refusal && error.body.stale ? error.body.situation : null;
          if (!now || !tries || !stillMeant(known.undo, now.undo, to)) throw error;
          known = now;
        }
      }
    });
  }

  consent = () => this.#post("consent");
  refuse = () => this.#post("refuse");
  pause = () => this.#post("pause");
  resume = () => this.#post("resume");
  resign = (seat: number) => this.#post("resign", { seat });
  back = (seat: number) => this.#post("return", { seat });
  claim = (seat: number) => this.#post("claim", { seat });
  /** How long until a bot may play for who is asked and not there; null while that is nobody. */
  async claimIn(): Promise<number | null> {
    const now = await get<Situation>(`tables/${this.table.key}/situation`, { ...this.table.looking });
    return now.claim_at == null ? null : Math.max(0, now.claim_at - now.clock.at);
  }
  join = (seat: number) => this.#post("join", { seat });
  /** Whoever gets up hears no more of the table, and need not be told so by an error. */
  leave = async (seat: number): Promise<boolean> => {
    this.table.close();
    const left = await this.#post("leave", { seat });
    if (!left) this.table.open();
    return left;
  };
  seat = (change: SeatChange) => this.#post("seat", change);
  close = () => this.#post("close");

  /** What the scores are made of, once the game is over. */
  breakdown = () => get<ScorePart[]>(`tables/${this.table.key}/breakdown`, { watch: this.table.looking.watch });

  /** The ways to the replay, to the analysis and to the record, for who came by a watch link too. */
  get replay(): string {
    return `#/replay/${this.table.key}${this.table.looking.watch ? `?watch=${this.table.looking.watch}` : ""}`;
  }
  get analysis(): string {
    return `#/replay/${this.table.key}?analysis=1${this.table.looking.watch ? `&watch=${this.table.looking.watch}` : ""}`;
  }
  get record(): string {
    return apiAddress(`tables/${this.table.key}/record`, { watch: this.table.looking.watch });
  }

  /** A plan changes nothing in the log, so the situation is asked for. */
  plan(seat: number, plan: Plan): Promise<boolean> {
    return this.#do(async () => {
      await put(`tables/${this.table.key}/plan`, { seat, plan });
      await this.#look();
    });
  }

  drop(seat: number): Promise<boolean> {
    return this.#do(async () => {
      await remove(`tables/${this.table.key}/plan/${seat}`);
      await this.#look();
    });
  }

  async #look(): Promise<void> {
    this.table.take(await get<Situation>(`tables/${this.table.key}/situation`, { ...this.table.looking }));
  }

  /** The rule behind a move that is offered, or the reason why it is not. */
  async explain(move: string, seat: number | null): Promise<void> {
    try {
      this.why = await post<Why>(`tables/${this.table.key}/why`, { move, seat });
      this.wrong = "";
    } catch (error) {
      this.#missed(error);
      this.wrong = sentence(error);
    }
  }

  /** What a bot would answer. One may play on meanwhile; then the hint is for nothing and is not shown. */
  async ask(on: Situation): Promise<void> {
    if (this.hinting) return;
    this.hinting = true;
    this.wrong = "";
    this.why = null;
    try {
      this.hint = await post<Hint>(`tables/${this.table.key}/hint`, { seat: on.asked, after: on.position });
    } catch (error) {
      this.#missed(error);
      if (!(error instanceof Refusal && error.body.stale)) this.wrong = sentence(error);
    } finally {
      this.hinting = false;
    }
  }
}
