// @ts-check
import { performance } from 'node:perf_hooks';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** Requests that are worked on at once. A known client's call is answered in between: so few of strangers. */
const KNOWN_AT_ONCE = 32;
const STRANGERS_AT_ONCE = 8;
/** After so long (ms) a request counts no longer, if the process has time to spare: it waits for something else. */
const WORKED_ON = 20;
/** After so long (ms) it counts no longer in any case. */
const LONGEST_WORKED_ON = 1_000;
/** How long (ms) requests wait at most while connections come in. */
const LONGEST_POSTPONED = 50;
/** Of its time, what a process has to be at work to have none to spare. */
const BUSY = 0.9;

/**
 * Begins a server's requests so that nobody's wait grows with what others send. Clients take turns, a request each, and
 * known ones go before strangers; more requests are begun once earlier ones have ended. Connections are taken in first:
 * Node takes one in a turn of the event loop (libuv since 1.45), so behind a crowd of them, and of long turns, a new
 * one would wait for seconds.
 *
 * @param {import('node:events').EventEmitter} server of HTTP
 * @param {(request: IncomingMessage, response: ServerResponse) => void} begin
 * @param {object} clients
 * @param {(request: IncomingMessage) => string} clients.clientOf whose request it is
 * @param {(request: IncomingMessage) => boolean} clients.isKnown
 * @returns {(request: IncomingMessage, response: ServerResponse) => void} takes a request in
 */
export function takeTurns(server, begin, { clientOf, isKnown }) {
  const known = new Lane(KNOWN_AT_ONCE);
  const strangers = new Lane(STRANGERS_AT_ONCE);
  const lanes = [known, strangers];
  /** Since when a turn is planned. @type {number | undefined} */
  let planned;
  let hasArrived = false;
  /** @type {NodeJS.Timeout | undefined} */
  let watch;

  server.on('connection', () => {
    hasArrived = true;
  });
  const plan = () => {
    if (planned !== undefined) return;
    planned = performance.now();
    setImmediate(turn);
  };
  const turn = () => {
    if (hasArrived && performance.now() - (planned ?? 0) < LONGEST_POSTPONED) {
      hasArrived = false;
      setImmediate(turn);
      return;
    }
    planned = undefined;
    for (const lane of lanes)
      for (let next = lane.next(plan); next; next = lane.next(plan)) begin(next.request, next.response);
    keepWatch();
  };
  // What waits for a body, a password hash or a lock keeps nobody waiting; in a busy process it can't be told apart.
  const keepWatch = () => {
    if (watch || !lanes.some(({ isWaiting }) => isWaiting)) return;
    const before = performance.eventLoopUtilization();
    watch = setTimeout(() => {
      watch = undefined;
      const isBusy = performance.eventLoopUtilization(before).utilization > BUSY;
      const now = performance.now();
      for (const lane of lanes) lane.forgetBefore(now - (isBusy ? LONGEST_WORKED_ON : WORKED_ON));
      plan();
      keepWatch();
    }, WORKED_ON);
  };

  return (request, response) => {
    (isKnown(request) ? known : strangers).add(clientOf(request), { request, response });
    plan();
  };
}

/** @typedef {{ request: IncomingMessage, response: ServerResponse }} Exchange */

/** Requests that wait, and those that are worked on. */
class Lane {
  #atOnce;
  /** By client, who is next first. @type {Map<string, Exchange[]>} */
  #waiting = new Map();
  /** Since when they are worked on, the oldest first. @type {Map<ServerResponse, number>} */
  #begun = new Map();

  /** @param {number} atOnce how many are worked on */
  constructor(atOnce) {
    this.#atOnce = atOnce;
  }

  get isWaiting() {
    return this.#waiting.size > 0;
  }

  /** @param {string} client @param {Exchange} exchange */
  add(client, exchange) {
    const waiting = this.#waiting.get(client);
    if (waiting) waiting.push(exchange);
    else this.#waiting.set(client, [exchange]);
  }

  /** @param {() => void} onEnd called once it has ended @returns {Exchange | undefined} what to begin now */
  next(onEnd) {
    while (this.#begun.size < this.#atOnce) {
      const [first] = this.#waiting;
      if (!first) return undefined;
      const [client, [exchange, ...others]] = first;
      this.#waiting.delete(client);
      if (others.length > 0) this.#waiting.set(client, others);
      if (!exchange || exchange.request.socket.destroyed) continue;
      const { response } = exchange;
      this.#begun.set(response, performance.now());
      response.once('close', () => {
        this.#begun.delete(response);
        onEnd();
      });
      return exchange;
    }
    return undefined;
  }

  /** Counts those as worked on no longer that were begun before that time. @param {number} time */
  forgetBefore(time) {
    for (const [response, since] of this.#begun) {
      if (since > time) return;
      this.#begun.delete(response);
    }
  }
}
