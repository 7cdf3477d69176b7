import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, DecoratorHandler, type Dispatcher, fetch, Headers, Response } from 'undici';
import { ProviderFailure } from '@/lib/engine/calls/provider';

/** The most bytes that are read of an error's body. */
const MOST_ERROR_BYTES = 64 * 1024;
/** The longest event of a stream, in bytes: its parser holds one whole. */
const MOST_EVENT_BYTES = 8 * 1024 * 1024;
/** A whole stream, in bytes: a token takes up to some hundred, and a reply has at most about 200,000. */
const MOST_STREAM_BYTES = 64 * 1024 * 1024;
/** How long (ms) a response may continue after the event that ends its reply. */
const LONGEST_END_MS = 500;
/** The end of an event: an empty line, in each style of line ends. */
const eventEnds = ['\n\n', '\r\n\r\n', '\r\r'];
/** Bytes of a stream that are searched once more, since a mark may be torn. */
const TORN_BYTES = 32;

// The engine's clocks bound each call; the timeouts of the client would cut long thinking short.
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 60_000 } });

interface CallEvents {
  /** Called once there is a connection, on which the request is written now. */
  onConnected(): void;
  /** Called once the provider has accepted the call; its reply follows. */
  onOpen(): void;
}

/** The SDK is given one fetch for all calls of a model, and passes nothing of ours on to it. */
const callEvents = new AsyncLocalStorage<CallEvents>();

/** Makes a call, whose `providerFetch` reports what becomes of its connection. */
export const withCallEvents = <T>(events: CallEvents, call: () => T): T => callEvents.run(events, call);

const dispatcher = agent.compose((dispatch) => (options, handler) => {
  const events = callEvents.getStore();
  return dispatch(options, events ? watched(handler, events.onConnected) : handler);
});

/**
 * A fetch for the streamed calls of a provider. It follows no redirects, which could carry the key elsewhere, bounds
 * what it reads, and accepts only an event stream.
 * @param replyEnds marks in the event that ends a reply, of at most 32 bytes; none if the SDK itself ends with that event
 * @throws ProviderFailure, from the call or its body; as fetch
 */
export function providerFetch(replyEnds: readonly string[]): typeof globalThis.fetch {
  const call: typeof fetch = async (address, init) => {
    const headers = new Headers(init?.headers);
    // A compressed stream is delayed until a block is full, and could expand to any size.
    headers.set('accept-encoding', 'identity');
    const response = await fetch(address, { ...init, headers, redirect: 'manual', dispatcher });
    if (!response.ok) return withBody(response, firstBytes(MOST_ERROR_BYTES));
    const type = response.headers.get('content-type') ?? 'nothing';
    if (!/^text\/event-stream\b/i.test(type)) {
      response.body?.cancel().catch(() => {});
      throw new ProviderFailure(`The provider returned ${type.slice(0, 100)} instead of an event stream.`, {
        status: response.status,
        reason: 'unreadable',
      });
    }
    callEvents.getStore()?.onOpen();
    return withBody(response, eventStream(response.status, replyEnds));
  };
  // The types of undici and of Node's own copy of it differ in names alone.
  return call as unknown as typeof globalThis.fetch;
}

/** Calls `onConnected` before a request is written. */
const watched = (handler: Dispatcher.DispatchHandler, onConnected: () => void): Dispatcher.DispatchHandler =>
  Object.assign(new DecoratorHandler(handler), {
    onRequestStart: (...start: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>) => {
      onConnected();
      handler.onRequestStart?.(...start);
    },
  });

type BytesTransform = TransformStream<Uint8Array, Uint8Array>;

function withBody(response: Response, change: BytesTransform): Response {
  const body = response.body as ReadableStream<Uint8Array> | null;
  const { status, statusText, headers } = response;
  return new Response(body?.pipeThrough(change) as Response['body'], { status, statusText, headers });
}

/** A body that ends at a bound. */
function firstBytes(most: number): BytesTransform {
  let total = 0;
  return new TransformStream({
    transform(bytes, controller) {
      total += bytes.length;
      if (total <= most) controller.enqueue(bytes);
      else controller.terminate();
    },
  });
}

/** A stream of events that fails at a bound, and ends soon after the event that ends it, if its connection doesn't. */
function eventStream(status: number, replyEnds: readonly string[]): BytesTransform {
  let [total, event] = [0, 0];
  let torn = Buffer.alloc(0);
  let isLast = false;
  let ending: NodeJS.Timeout | undefined;
  return new TransformStream({
    transform(bytes, controller) {
      const seen = Buffer.concat([torn, bytes]);
      torn = seen.subarray(-TORN_BYTES);
      const end = Math.max(...eventEnds.map((mark) => seen.lastIndexOf(mark)));
      total += bytes.length;
      event = end < 0 ? event + bytes.length : seen.length - end;
      if (total > MOST_STREAM_BYTES || event > MOST_EVENT_BYTES) {
        clearTimeout(ending);
        controller.error(
          new ProviderFailure('The provider sent more than an answer can have.', {
            status,
            reason: 'unreadable',
          }),
        );
        return;
      }
      controller.enqueue(bytes);
      isLast ||= replyEnds.some((mark) => seen.includes(mark));
      if (
        isLast &&
        !ending &&
        eventEnds.some((mark) => seen.subarray(-mark.length).equals(Buffer.from(mark)))
      )
        ending = setTimeout(() => {
          // The call may have ended before.
          if (controller.desiredSize !== null) controller.terminate();
        }, LONGEST_END_MS);
    },
    flush() {
      clearTimeout(ending);
    },
  });
}
