import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';

/**
 * How many requests of each lane are worked on at once; earlier lanes go first. Few strangers, because a known client's
 * call is served in between. Fewer large requests: each takes tens of milliseconds of the process, and twenty at once
 * would delay every other call by their sum.
 */
const AT_ONCE = { monitoring: 2, known: 32, strangers: 8, large: 2 };

/**
 * The sender of a request: a monitoring system, a client that has signed in, an unknown client, or any with a large
 * body.
 */
type LaneName = keyof typeof AT_ONCE;

/** After this time (ms) a request no longer counts as worked on if the process isn't busy: it waits for something else. */
const WORKED_ON = 20;
/** After this time (ms) a request no longer counts as worked on in any case. */
const LONGEST_WORKED_ON = 1_000;
/** How long (ms) requests wait at most while connections arrive. */
const LONGEST_POSTPONED = 50;
/** Waiting requests per client and overall. The server cuts more than that, because each keeps its headers in memory. */
const MAX_PER_CLIENT = 2_500;
const MAX_OVERALL = 5_000;
/** A process that works for more than this share of its time is busy. */
const BUSY = 0.9;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

interface Options {
  /** Whose request it is. */
  clientOf(request: IncomingMessage): string;
  laneOf(request: IncomingMessage): LaneName;
  /** In milliseconds. */
  now?(): number;
}

/**
 * Begins a server's requests so that no client's wait grows with the requests of others. Clients take turns, one
 * request each, and known clients go before unknown ones; more requests begin once earlier ones have ended. Connections
 * are accepted first. Node accepts one per turn of the event loop (libuv since 1.45), so many connections and long
 * turns would delay a new one by seconds.
 *
 * @param server an HTTP server
 * @param begin called once it's the request's turn, which lasts until its response has ended or it calls `endTurn`
 * @returns takes a request in; cuts its connection if too many wait
 */
export function takeTurns(
  server: EventEmitter,
  begin: (request: IncomingMessage, response: ServerResponse, endTurn: () => void) => void,
  { clientOf, laneOf, now = () => performance.now() }: Options,
): (request: IncomingMessage, response: ServerResponse) => void {
  const lanes: Record<LaneName, Lane> = {
    monitoring: new Lane(AT_ONCE.monitoring),
    known: new Lane(AT_ONCE.known),
    strangers: new Lane(AT_ONCE.strangers),
    large: new Lane(AT_ONCE.large),
  };
  const inOrder = Object.values(lanes);
  /** When the next turn was planned, by `now`. */
  let planned: number | undefined;
  let hasArrived = false;
  let watch: NodeJS.Timeout | undefined;

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
        const endTurn = () => {
          lane.end(response);
          plan();
        };
        response.once('close', endTurn);
        begin(request, response, endTurn);
      }
    keepWatch();
  };
  // A request that waits for a body, a password hash or a lock mustn't delay others. In a busy process it can't be
  // distinguished from a request that is being processed.
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
      waiting < MAX_OVERALL && lanes[laneOf(request)].add(clientOf(request), { request, response });
    if (!isTaken) request.socket.destroy();
    plan();
  };
}

/** Requests that wait, and requests that are worked on. */
class Lane {
  /** How many wait. */
  waiting = 0;
  readonly #atOnce: number;
  /** By client, in the order of their turns. */
  readonly #waiting = new Map<string, Queue>();
  /** When each began, the oldest first. */
  readonly #begun = new Map<ServerResponse, number>();

  /** @param atOnce how many are worked on at once */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** @returns false if too many of the client's requests wait */
  add(client: string, exchange: Exchange): boolean {
    const queue = this.#waiting.get(client) ?? new Queue();
    if (queue.length >= MAX_PER_CLIENT) return false;
    queue.add(exchange);
    this.#waiting.set(client, queue);
    this.waiting += 1;
    return true;
  }

  /** @returns the request to begin, which counts as being processed from `now` */
  next(now: number): Exchange | undefined {
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

  /** The request of that response no longer counts as worked on. */
  end(response: ServerResponse): void {
    this.#begun.delete(response);
  }

  /** Requests that began before `time` no longer count as worked on. */
  endBefore(time: number): void {
    for (const [response, since] of this.#begun) {
      if (since > time) return;
      this.#begun.delete(response);
    }
  }
}

/** First in, first out, at the same cost whatever its length. */
class Queue {
  readonly #exchanges: Exchange[] = [];
  #taken = 0;

  get length(): number {
    return this.#exchanges.length - this.#taken;
  }

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
  }

  take(): Exchange | undefined {
    const exchange = this.#exchanges[this.#taken];
    this.#taken += 1;
    if (this.#taken < 1_000) return exchange;
    this.#exchanges.splice(0, this.#taken);
    this.#taken = 0;
    return exchange;
  }
}
