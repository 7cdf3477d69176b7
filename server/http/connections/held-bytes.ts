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
  /** By the clock of `performance`. */
  since: number;
}

/** In bytes and milliseconds. */
interface Bounds {
  perClient?: number;
  overall?: number;
  grace?: number;
}

/** To be called with the bytes that a request holds from now on; it holds none once its response is closed. */
type Hold = (bytes: number) => void;

/**
 * Bounds what API calls and forms hold in memory while their client sends a body slowly or doesn't read the response:
 * per client, and overall. Over a bound, the connection that has held something longest is cut, of that client or of
 * the client that holds most. No connection is cut within its first `grace` milliseconds, and a call that only waits for
 * work of the server's responds early instead.
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
  /** @returns whether a connection of that client was cut */
  const cutOldest = (owner: string) => {
    for (const [response, { client, request, notes, bytes, since }] of held) {
      if (client !== owner || bytes === 0) continue;
      if (performance.now() - since < grace) return false;
      release(response);
      if (notes.answerEarly) {
        notes.answerEarly();
        return true;
      }
      // The whole connection: a response whose turn hasn't come has no socket that its own end would close.
      request.socket.destroy();
      return true;
    }
    return false;
  };
  const largestClient = () => {
    let [largest, most] = ['', 0];
    for (const [client, bytes] of clientTotals) if (bytes > most) [largest, most] = [client, bytes];
    return largest;
  };
  const trim = () => {
    let isOver = false;
    for (const [client] of clientTotals)
      while (!isOver && (clientTotals.get(client) ?? 0) > perClient) isOver = !cutOldest(client);
    while (!isOver && total > overall) isOver = !cutOldest(largestClient());
    if (!isOver || later) return;
    later = setTimeout(() => {
      later = undefined;
      trim();
    }, grace / 4);
    later.unref();
  };

  return (client, request, response, notes) => (bytes) => {
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
    } else if (counted > 0) {
      held.set(response, { client, request, notes, bytes: counted, since: performance.now() });
      add(client, counted);
      response.once('close', () => release(response));
    }
    if ((clientTotals.get(client) ?? 0) > perClient || total > overall) trim();
  };
}
