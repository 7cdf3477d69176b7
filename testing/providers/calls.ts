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
  /** The body as it came, and parsed; undefined if it isn't JSON. */
  text: string;
  body: unknown;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  /** Both null while it is under way. */
  ended: CallEnd | null;
  endedAt: number | null;
  /** Bytes of the response's body that were written. */
  bytesWritten: number;
}

/** The calls of a provider. */
export class CallBook {
  calls: Call[] = [];
  #turns = new Map<string, number>();

  get underWay(): Call[] {
    return this.calls.filter(({ ended }) => ended === null);
  }

  /** @returns how many calls of its model in its format came before */
  begin(call: Call): number {
    this.calls.push(call);
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
  }

  /** Forgets the calls that have ended, and whose turn it is. */
  reset(): void {
    this.calls = this.underWay;
    this.#turns.clear();
  }
}

/** The key of a request: a bearer's, Anthropic's, or Gemini's. */
export function keyOf(headers: IncomingHttpHeaders): string | null {
  const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': gemini } = headers;
  const key = authorization?.replace(/^Bearer /i, '') ?? anthropic ?? gemini;
  return typeof key === 'string' ? key : null;
}
