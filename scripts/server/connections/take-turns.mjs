// @ts-check

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** Requests that are begun in one turn of the event loop: some milliseconds' work where pages are asked for. */
const A_TURN = 32;

/**
 * Begins requests in their order, so many in a turn of the event loop. Node takes in one connection a turn (libuv since
 * 1.45): if a crowd's requests were all answered in the turn that reads them, new connections would wait for seconds.
 *
 * @param {(request: IncomingMessage, response: ServerResponse) => void} begin
 * @returns {(request: IncomingMessage, response: ServerResponse) => void} for a server's `request`
 */
export function takeTurns(begin) {
  /** @type {[IncomingMessage, ServerResponse][]} */
  const waiting = [];
  const turn = () => {
    const begun = waiting.splice(0, A_TURN);
    if (waiting.length > 0) setImmediate(turn);
    for (const [request, response] of begun) begin(request, response);
  };
  return (request, response) => {
    waiting.push([request, response]);
    if (waiting.length === 1) setImmediate(turn);
  };
}
