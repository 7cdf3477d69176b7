import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestNotes } from '@/lib/server/runtime/runtime';

/** Fewer bytes don't count: ten thousand connections that hold as much do no harm. */
const SMALL = 8 * 1024;
const MAX_PER_CLIENT = 16 * 1024 * 1024;
const MAX_OVERALL = 64 * 1024 * 1024;
/** How long (ms) every connection may hold something: a client that sends and reads needs less. */
const GRACE = 2_000;

type Notes = Pick<RequestNotes, 'answerEarly'>;

interface Holding {
  client: string;
  request: IncomingMessage;
  notes: Notes;
  bytes: number;
  /** Whether it is a complete body: its client has done its part. */
  isReceived: boolean;
  /** By the clock of `performance`. */
  since: number;
}

/** In bytes and milliseconds. */
interface Bounds {
  perClient?: number;
  overall?: number;
  grace?: number;
}

/**
 * To be called with the bytes that a request holds from now on, and whether they are its complete body; it holds none
 * once its response is closed.
 */
type Hold = (bytes: number, isReceived?: boolean) => void;

/** Whether a connection was cut: done, one can be cut later, or there is none. */
type Cut = 'done' | 'later' | 'none';

/**
 * Bounds what API calls and forms hold in memory while their client sends a body slowly or doesn't read the response:
 * per client, and overall. Over a bound, the connection that has held something longest is cut, of that client or of
 * the client that holds most. No connection is cut within its first `grace` milliseconds, and a call that only waits for
 * work of the server's responds early instead. A complete body that waits for the server isn't cut for its client's
 * share, because what accounts may have waiting is bounded too (`limits.unchecked`); it is over twice the overall bound,
 * and after all others.
 *
 * @returns makes the `Hold` of each request
 */
export function boundHeldBytes({
  perClient = MAX_PER_CLIENT,
  overall = MAX_OVERALL,
  grace = GRACE,
}: Bounds = {}): (client: string, request: IncomingMessage, response: ServerResponse, notes: Notes) => Hold {
  /** The oldest first. */
  const held = new Map<ServerResponse, Holding>();
  const clientTotals = new Map<string, number>();
  let total = 0;
  let later: NodeJS.Timeout | undefined;

  const add = (client: string, bytes: number) => {
    total += bytes;
    const sum = (clientTotals.get(client) ?? 0) + bytes;
    if (sum > 0) clientTotals.set(client, sum);
    else clientTotals.delete(client);
  };
  const release = (response: ServerResponse) => {
    const holding = held.get(response);
    if (!holding) return;
    held.delete(response);
    add(holding.client, -holding.bytes);
  };
  /** @param received whether to cut one with a complete body */
  const cutOldest = (owner: string, received = false): Cut => {
    for (const [response, { client, request, notes, bytes, isReceived, since }] of held) {
      if (client !== owner || bytes === 0) continue;
      if (isReceived && !notes.answerEarly && !received) continue;
      if (performance.now() - since < grace) return 'later';
      release(response);
      if (notes.answerEarly) {
        notes.answerEarly();
        return 'done';
      }
      // The whole connection: a response whose turn hasn't come has no socket that its own end would close.
      request.socket.destroy();
      return 'done';
    }
    return 'none';
  };
  /** Of the client that holds most, unless it has none to cut. */
  const cutLargest = (received = false): Cut => {
    for (const [client] of [...clientTotals].sort(([, one], [, other]) => other - one)) {
      const cut = cutOldest(client, received);
      if (cut !== 'none') return cut;
    }
    return 'none';
  };
  const trim = () => {
    let isOver = false;
    for (const [client] of clientTotals)
      while ((clientTotals.get(client) ?? 0) > perClient)
        if (cutOldest(client) !== 'done') {
          isOver = true;
          break;
        }
    while (total > overall) {
      const cut = cutLargest();
      if (cut === 'done' || (cut === 'none' && total > 2 * overall && cutLargest(true) === 'done')) continue;
      isOver = true;
      break;
    }
    if (!isOver || later) return;
    later = setTimeout(() => {
      later = undefined;
      trim();
    }, grace / 4);
    later.unref();
  };

  return (client, request, response, notes) =>
    (bytes, isReceived = false) => {
      if (response.closed || request.socket.destroyed) return;
      const counted = bytes < SMALL ? 0 : bytes;
      const holding = held.get(response);
      if (holding) {
        // Changed in place: a request that holds more now has still held something since its first bytes.
        add(client, counted - holding.bytes);
        // A stream that held nothing for a while: it begins to hold something.
        if (holding.bytes === 0) {
          holding.since = performance.now();
          held.delete(response);
          held.set(response, holding);
        }
        holding.bytes = counted;
        holding.isReceived = isReceived;
      } else if (counted > 0) {
        held.set(response, { client, request, notes, bytes: counted, isReceived, since: performance.now() });
        add(client, counted);
        response.once('close', () => release(response));
      }
      // While nothing can be cut, it's tried again soon, rather than with each chunk.
      const isOver = (clientTotals.get(client) ?? 0) > perClient || total > overall;
      if ((!later && isOver) || total > 2 * overall) trim();
    };
}
