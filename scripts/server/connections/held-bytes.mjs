// @ts-check

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** What is smaller is not counted: ten thousand connections of it do no harm. */
const SMALL = 8 * 1024;
const OF_CLIENT = 16 * 1024 * 1024;
const OF_ALL = 64 * 1024 * 1024;

/**
 * Bounds what API calls and forms keep in memory while their client sends a body slowly or does not read its answer: of
 * one client, and of all. Over that, the connection that has kept something for the longest is cut, first the client's
 * own.
 *
 * @param {{ ofClient?: number, ofAll?: number }} [bounds] bytes
 * @returns {(client: string, request: IncomingMessage, response: ServerResponse) => (bytes: number) => void} for each
 *   request what is to be called with the bytes it keeps from then on; it keeps none once its response is closed
 */
export function boundHeldBytes({ ofClient = OF_CLIENT, ofAll = OF_ALL } = {}) {
  /** The oldest first. @type {Map<ServerResponse, { client: string, request: IncomingMessage, bytes: number }>} */
  const held = new Map();
  /** @type {Map<string, number>} */
  const ofClients = new Map();
  let total = 0;

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
  /** @param {(client: string) => boolean} isOf */
  const cutOldest = (isOf) => {
    for (const [response, { client, request }] of held) {
      if (!isOf(client)) continue;
      release(response);
      // The whole connection: a response whose turn has not come has no socket that its own end would close.
      request.socket.destroy();
      return;
    }
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
      held.set(response, { client, request, bytes: counted });
      add(client, counted);
      response.once('close', () => release(response));
    }
    while ((ofClients.get(client) ?? 0) > ofClient) cutOldest((other) => other === client);
    while (total > ofAll) cutOldest(() => true);
  };
}
