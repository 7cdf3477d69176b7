// @ts-check

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** What is smaller is not counted: ten thousand connections of it do no harm. */
const SMALL = 8 * 1024;
const OF_CLIENT = 16 * 1024 * 1024;
const OF_ALL = 64 * 1024 * 1024;
/** How long (ms) anything may be kept: who reads, and sends, keeps it for less. */
const GRACE = 2_000;

/**
 * Bounds what API calls and forms keep in memory while their client sends a body slowly or does not read its answer: of
 * one client, and of all. Over that, the connection that has kept something for the longest is cut, of that client, or
 * of the one that keeps most; none is before its time.
 *
 * @param {{ ofClient?: number, ofAll?: number, grace?: number }} [bounds] bytes, milliseconds
 * @returns {(client: string, request: IncomingMessage, response: ServerResponse) => (bytes: number) => void} for each
 *   request what is to be called with the bytes it keeps from then on; it keeps none once its response is closed
 */
export function boundHeldBytes({ ofClient = OF_CLIENT, ofAll = OF_ALL, grace = GRACE } = {}) {
  /** The oldest first. @type {Map<ServerResponse, { client: string, request: IncomingMessage, bytes: number, since: number }>} */
  const held = new Map();
  /** @type {Map<string, number>} */
  const ofClients = new Map();
  let total = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let later;

  /** @param {string} client @param {number} bytes */
  const add = (client, bytes) => {
    total += bytes;
    const sum = (ofClients.get(client) ?? 0) + bytes;
    if (sum > 0) ofClients.set(client, sum);
    else ofClients.delete(client);
  };
  /** @param {ServerResponse} response */
  const release = (response) => {
    const holding = held.get(response);
    if (!holding) return;
    held.delete(response);
    add(holding.client, -holding.bytes);
  };
  /** @param {string} owner @returns {boolean} whether a connection of that client was cut */
  const cutOldest = (owner) => {
    for (const [response, { client, request, since }] of held) {
      if (client !== owner) continue;
      if (performance.now() - since < grace) return false;
      release(response);
      // The whole connection: a response whose turn has not come has no socket that its own end would close.
      request.socket.destroy();
      return true;
    }
    return false;
  };
  const largest = () => [...ofClients].reduce((most, entry) => (entry[1] > most[1] ? entry : most), ['', 0]);
  const trim = () => {
    let isOver = false;
    for (const [client] of ofClients)
      while (!isOver && (ofClients.get(client) ?? 0) > ofClient) isOver = !cutOldest(client);
    while (!isOver && total > ofAll) isOver = !cutOldest(largest()[0]);
    if (!isOver || later) return;
    later = setTimeout(() => {
      later = undefined;
      trim();
    }, grace / 4);
    later.unref();
  };

  return (client, request, response) => (bytes) => {
    if (response.closed || request.socket.destroyed) return;
    const counted = bytes < SMALL ? 0 : bytes;
    const holding = held.get(response);
    if (holding) {
      // In its place: what keeps more from time to time has still kept something for the longest.
      add(client, counted - holding.bytes);
      holding.bytes = counted;
    } else if (counted > 0) {
      held.set(response, { client, request, bytes: counted, since: performance.now() });
      add(client, counted);
      response.once('close', () => release(response));
    }
    if ((ofClients.get(client) ?? 0) > ofClient || total > ofAll) trim();
  };
}
