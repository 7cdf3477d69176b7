// @ts-check
import { performance } from 'node:perf_hooks';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * Whose requests go first, and how many are worked on at once: what watches the server, clients that have signed in, and
 * strangers, of whom there are few, since a known client's call is answered in between.
 */
const AT_ONCE = { monitoring: 2, known: 32, strangers: 8 };

/** @typedef {keyof typeof AT_ONCE} LaneName */

/** After so long (ms) a request counts no longer, if the process has time to spare: it waits for something else. */
const WORKED_ON = 20;
/** After so long (ms) it counts no longer in any case. */
const LONGEST_WORKED_ON = 1_000;
/** How long (ms) requests wait at most while connections come in. */
const LONGEST_POSTPONED = 50;
/** Requests that wait, of one client and of all: more are cut, for each keeps its headers in memory. */
const MOST_OF_CLIENT = 2_500;
const MOST_OF_ALL = 5_000;
/** The part of its time for which a process is at work that has none to spare. */
const BUSY = 0.9;

/**
 * Begins a server's requests so that nobody's wait grows with what others send. Clients take turns, a request each, and
 * known ones go before strangers; more requests are begun once earlier ones have ended. Connections are taken in first:
 * Node takes one in a turn of the event loop (libuv since 1.45), so behind a crowd of them, and of long turns, a new
 * one would wait for seconds.
 *
 * @param {import('node:events').EventEmitter} server of HTTP
 * @param {(request: IncomingMessage, response: ServerResponse) => void} begin
 * @param {object} options
 * @param {(request: IncomingMessage) => string} options.clientOf whose request it is
 * @param {(request: IncomingMessage) => LaneName} options.laneOf
 * @param {() => number} [options.now] milliseconds
 * @returns {(request: IncomingMessage, response: ServerResponse) => void} takes a request in
 */
export function takeTurns(server, begin, { clientOf, laneOf, now = () => performance.now() }) {
  const lanes = {
    monitoring: new Lane(AT_ONCE.monitoring),
    known: new Lane(AT_ONCE.known),
    strangers: new Lane(AT_ONCE.strangers),
  };
  const inOrder = Object.values(lanes);
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
    planned = now();
    setImmediate(turn);
  };
  const turn = () => {
    if (hasArrived && now() - (planned ?? 0) < LONGEST_POSTPONED) {
      hasArrived = false;
      setImmediate(turn);
      return;
    }
    planned = undefined;
    for (const lane of inOrder)
      for (let next = lane.next(now()); next; next = lane.next(now())) {
        const { request, response } = next;
        response.once('close', () => {
          lane.end(response);
          plan();
        });
        begin(request, response);
      }
    keepWatch();
  };
  // What waits for a body, a password hash or a lock keeps nobody waiting; in a busy process it can't be told apart.
  const keepWatch = () => {
    if (watch || inOrder.every(({ waiting }) => waiting === 0)) return;
    const before = performance.eventLoopUtilization();
    watch = setTimeout(() => {
      watch = undefined;
      const isBusy = performance.eventLoopUtilization(before).utilization > BUSY;
      for (const lane of inOrder) lane.endBefore(now() - (isBusy ? LONGEST_WORKED_ON : WORKED_ON));
      plan();
      keepWatch();
    }, WORKED_ON);
  };

  return (request, response) => {
    const waiting = inOrder.reduce((sum, lane) => sum + lane.waiting, 0);
    const isTaken =
      waiting < MOST_OF_ALL && lanes[laneOf(request)].add(clientOf(request), { request, response });
    if (!isTaken) request.socket.destroy();
    plan();
  };
}

/** @typedef {{ request: IncomingMessage, response: ServerResponse }} Exchange */

/** Requests that wait, and those that are worked on. */
class Lane {
  /** How many wait. */
  waiting = 0;
  #atOnce;
  /** By client, who is next first. @type {Map<string, Queue>} */
  #waiting = new Map();
  /** Since when they are worked on, the oldest first. @type {Map<ServerResponse, number>} */
  #begun = new Map();

  /** @param {number} atOnce how many are worked on */
  constructor(atOnce) {
    this.#atOnce = atOnce;
  }

  /** @param {string} client @param {Exchange} exchange @returns {boolean} false if too many of the client's wait */
  add(client, exchange) {
    const queue = this.#waiting.get(client) ?? new Queue();
    if (queue.length >= MOST_OF_CLIENT) return false;
    queue.add(exchange);
    this.#waiting.set(client, queue);
    this.waiting += 1;
    return true;
  }

  /** @param {number} now @returns {Exchange | undefined} what to begin, which counts as worked on from now */
  next(now) {
    while (this.#begun.size < this.#atOnce) {
      const [first] = this.#waiting;
      if (!first) return undefined;
      const [client, queue] = first;
      const exchange = queue.take();
      this.waiting -= 1;
      this.#waiting.delete(client);
      if (queue.length > 0) this.#waiting.set(client, queue);
      if (!exchange || exchange.request.socket.destroyed) continue;
      this.#begun.set(exchange.response, now);
      return exchange;
    }
    return undefined;
  }

  /** @param {ServerResponse} response no longer worked on */
  end(response) {
    this.#begun.delete(response);
  }

  /** Counts those as worked on no longer that were begun before that time. @param {number} time */
  endBefore(time) {
    for (const [response, since] of this.#begun) {
      if (since > time) return;
      this.#begun.delete(response);
    }
  }
}

/** First in, first out, at the same cost however long it is. */
class Queue {
  /** @type {Exchange[]} */
  #exchanges = [];
  #taken = 0;

  get length() {
    return this.#exchanges.length - this.#taken;
  }

  /** @param {Exchange} exchange */
  add(exchange) {
    this.#exchanges.push(exchange);
  }

  /** @returns {Exchange | undefined} */
  take() {
    const exchange = this.#exchanges[this.#taken];
    this.#taken += 1;
    if (this.#taken < 1_000) return exchange;
    this.#exchanges.splice(0, this.#taken);
    this.#taken = 0;
    return exchange;
  }
}
