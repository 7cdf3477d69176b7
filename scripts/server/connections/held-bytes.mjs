// @ts-check

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** What is smaller is not counted: ten thousand connections of it do no harm. */
const SMALL = 8 * 1024;
const OF_CLIENT = 16 * 1024 * 1024;
const OF_ALL = 64 * 1024 * 1024;

/**
 * Bounds what requests keep in memory while their client sends a body slowly or does not read its answer: of one client,
 * and of all. Over that, the connection that has kept something for the longest is cut, first the client's own.
 *
 * @param {{ ofClient?: number, ofAll?: number }} [bounds] bytes
 * @returns {(client: string, response: ServerResponse) => (bytes: number) => void} for each request what is to be
 *   called with the bytes it keeps from then on; it keeps none once its response is closed
 */
export function boundHeldBytes({ ofClient = OF_CLIENT, ofAll = OF_ALL } = {}) {
  /** What is held, the oldest first. @type {Map<ServerResponse, { client: string, bytes: number }>} */
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
    for (const [response, { client }] of held) {
      if (!isOf(client)) continue;
      release(response);
      response.destroy();
      return;
    }
  };

  return (client, response) => (bytes) => {
    if (bytes < SMALL || response.closed) return release(response);
    if (!held.has(response)) response.once('close', () => release(response));
    release(response);
    held.set(response, { client, bytes });
    add(client, bytes);
    while ((ofClients.get(client) ?? 0) > ofClient) cutOldest((other) => other === client);
    while (total > ofAll) cutOldest(() => true);
  };
}
