import type { IncomingHttpHeaders } from 'node:http';
import type { FormatName } from './formats/wire-format';

/** How a call ended: `destroyed` by the server's own doing, such as a cut. */
export type CallEnd = 'answered' | 'aborted-by-client' | 'destroyed';

/** One request that the provider got. */
export interface Call {
  format: FormatName;
  model: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The client's port, which calls on one connection share. */
  port: number | undefined;
  /** The key that came, from whichever header the format has it in; null if none did. */
  key: string | null;
  /** The body as it came, and parsed; undefined if it is no JSON. */
  text: string;
  body: unknown;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  /** Both null while it is under way. */
  ended: CallEnd | null;
  endedAt: number | null;
  /** Bytes of the answer's body that were written. */
  bytesWritten: number;
}

/** How many calls there were, in all and by how they ended. */
export interface CallCounts {
  received: number;
  underWay: number;
  ended: Record<CallEnd, number>;
  byModel: Record<string, number>;
}

/** Keeps or counts calls. */
export class CallBook {
  calls: Call[] = [];
  #counts = noCounts();
  #turns = new Map<string, number>();
  #underWay = new Set<Call>();

  constructor(readonly keeps: boolean) {}

  get counts(): CallCounts {
    return { ...structuredClone(this.#counts), underWay: this.#underWay.size };
  }

  /** @returns how many calls of its model in its format came before */
  begin(call: Call): number {
    if (this.keeps) this.calls.push(call);
    this.#counts.received += 1;
    this.#underWay.add(call);
    this.#counts.byModel[call.model] = (this.#counts.byModel[call.model] ?? 0) + 1;
    const turn = `${call.format} ${call.model}`;
    const earlier = this.#turns.get(turn) ?? 0;
    this.#turns.set(turn, earlier + 1);
    return earlier;
  }

  /** Of two ends of a call the first counts. */
  end(call: Call, ended: CallEnd): void {
    if (call.ended) return;
    call.ended = ended;
    call.endedAt = Date.now();
    this.#underWay.delete(call);
    this.#counts.ended[ended] += 1;
  }

  /** Ends all calls that are under way. */
  endAll(ended: CallEnd): void {
    for (const call of this.#underWay) this.end(call, ended);
  }

  /** Forgets the calls that have ended, and whose turn it is. */
  reset(): void {
    this.calls = this.calls.filter(({ ended }) => ended === null);
    this.#counts = noCounts();
    this.#turns.clear();
  }
}

const noCounts = (): Omit<CallCounts, 'underWay'> => ({
  received: 0,
  ended: { answered: 0, 'aborted-by-client': 0, destroyed: 0 },
  byModel: {},
});

/** The key of a request: a bearer's, Anthropic's, or Gemini's. */
export function keyOf(headers: IncomingHttpHeaders): string | null {
  const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': gemini } = headers;
  const key = authorization?.replace(/^Bearer /i, '') ?? anthropic ?? gemini;
  return typeof key === 'string' ? key : null;
}
