// @ts-check

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** Requests of a lane that are worked on at once: some milliseconds' work where pages are asked for. */
const AT_ONCE = 32;
/** After so long (ms) a request counts no longer, if the process has time to spare: it waits for something else. */
const WORKED_ON = 20;
/** After so long (ms) it counts no longer in any case. */
const LONGEST_WORKED_ON = 1_000;
/** Of its time, what a process has to be at work to have none to spare. */
const BUSY = 0.9;

/**
 * Begins requests so that nobody's wait grows with what others send. Clients take turns, a request each, and known ones
 * go before strangers; more requests are begun once earlier ones have ended. That leaves room in the event loop to take
 * in connections, too: Node takes one a turn (libuv since 1.45).
 *
 * @param {(request: IncomingMessage, response: ServerResponse) => void} begin
 * @param {object} clients
 * @param {(request: IncomingMessage) => string} clients.clientOf whose request it is
 * @param {(request: IncomingMessage) => boolean} clients.isKnown
 * @returns {(request: IncomingMessage, response: ServerResponse) => void} for a server's `request`
 */
export function takeTurns(begin, { clientOf, isKnown }) {
  const known = new Lane();
  const strangers = new Lane();
  const lanes = [known, strangers];
  let isPlanned = false;
  /** @type {NodeJS.Timeout | undefined} */
  let watch;

  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(turn);
  };
  const turn = () => {
    isPlanned = false;
    for (const lane of lanes)
      for (let next = lane.next(); next; next = lane.next()) {
        const { request, response } = next;
        response.once('close', plan);
        begin(request, response);
      }
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
      turn();
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
  /** By client, who is next first. @type {Map<string, Exchange[]>} */
  #waiting = new Map();
  /** Since when they are worked on, the oldest first. @type {Map<ServerResponse, number>} */
  #begun = new Map();

  get isWaiting() {
    return this.#waiting.size > 0;
  }

  /** @param {string} client @param {Exchange} exchange */
  add(client, exchange) {
    const waiting = this.#waiting.get(client);
    if (waiting) waiting.push(exchange);
    else this.#waiting.set(client, [exchange]);
  }

  /** @returns {Exchange | undefined} what to begin now */
  next() {
    while (this.#begun.size < AT_ONCE) {
      const [first] = this.#waiting;
      if (!first) return undefined;
      const [client, [exchange, ...others]] = first;
      this.#waiting.delete(client);
      if (others.length > 0) this.#waiting.set(client, others);
      if (!exchange || exchange.request.socket.destroyed) continue;
      const { response } = exchange;
      this.#begun.set(response, performance.now());
      response.once('close', () => this.#begun.delete(response));
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
