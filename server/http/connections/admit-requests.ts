import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { clientNetwork } from '@/lib/server/rate-limit/client-address';
import { copyText } from '@/lib/server/runtime/copy-text';
import type { RequestNotes } from '@/lib/server/runtime/runtime';
import { boundHeldBytes } from './held-bytes';
import { takeTurns } from './take-turns';

/** Bytes of a body from which a request is large. */
const LARGE = 64 * 1024;
/** How many clients are remembered, and for how long (ms) after their last call. */
const MAX_KNOWN = 10_000;
const LIFETIME = 60 * 60_000;

/**
 * Admits a server's requests in turns, bounds their memory, and gives them their notes. A client is a network, as in
 * the rate limits. For an hour after a call with a valid session or key, it goes before unknown clients.
 *
 * @param begin called once it's the request's turn
 * @param options.isMonitoring whether a request goes before all others
 * @returns takes in a request whose `x-forwarded-for` is the one trusted address
 */
export function admitRequests(
  server: Server,
  begin: (request: IncomingMessage, response: ServerResponse, notes: RequestNotes) => void,
  { isMonitoring }: { isMonitoring(request: IncomingMessage): boolean },
): (request: IncomingMessage, response: ServerResponse) => void {
  const holdFor = boundHeldBytes();
  const { remember, isKnown } = knownClients();
  const clientOf = ({ headers }: IncomingMessage) => clientNetwork(String(headers['x-forwarded-for']));
  return takeTurns(
    server,
    (request, response, endTurn) => {
      const client = clientOf(request);
      // A dozen parts of the server, the compression and Next listen for its end.
      response.setMaxListeners(20);
      const notes: RequestNotes = { fields: [], endTurn };
      notes.hold = holdFor(client, request, response, notes);
      response.once('close', () => {
        if (notes.accountId) remember(client);
        // The notes live as long as their async context does; the response that `hold` refers to need not.
        delete notes.hold;
        delete notes.endTurn;
      });
      begin(request, response, notes);
    },
    {
      clientOf,
      laneOf: (request) => {
        if (isMonitoring(request)) return 'monitoring';
        if (mayBeLarge(request)) return 'large';
        return isKnown(clientOf(request)) ? 'known' : 'strangers';
      },
    },
  );
}

/** Whether a request announces a large body, or doesn't say how large it is. */
export const mayBeLarge = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE;

/** Remembers the clients that have called the API with a valid session or key. */
export function knownClients(): { remember(client: string): void; isKnown(client: string): boolean } {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: LIFETIME });
  return {
    remember: (client) => void known.set(copyText(client), true),
    isKnown: (client) => known.has(client),
  };
}
