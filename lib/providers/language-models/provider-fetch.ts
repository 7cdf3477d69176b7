import { Agent, DecoratorHandler, type Dispatcher, fetch, Response } from 'undici';
import { ProviderFailure } from '@/lib/engine/models/provider';

/** What is read of an error's body, in bytes. */
const MOST_ERROR_BYTES = 64 * 1024;
/** The longest event of a stream, in bytes: its parser holds one whole. */
const MOST_EVENT_BYTES = 8 * 1024 * 1024;
/** A whole stream, in bytes: a token takes up to some hundred, and an answer has at most a hundred thousand or two. */
const MOST_STREAM_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 10;

// The engine's clocks bound each call; the timeouts of the client would cut long thinking short.
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 60_000 } });

/** What a call's caller learns of its connection. */
export interface CallEvents {
  /** There is a connection, on which the request is written now. */
  onConnected(): void;
  /** The provider has accepted the call; its answer follows. */
  onOpen(): void;
}

/**
 * A fetch for one streamed call of a provider. It follows no redirects, which could carry the key elsewhere, bounds
 * what it reads, and accepts nothing but an event stream.
 * @throws ProviderFailure, from the call or its body; as fetch
 */
export function providerFetch({ onConnected, onOpen }: CallEvents): typeof globalThis.fetch {
  const dispatcher = agent.compose(
    (dispatch) => (options, handler) => dispatch(options, watched(handler, onConnected)),
  );
  const call: typeof fetch = async (address, init) => {
    const response = await fetch(address, { ...init, redirect: 'manual', dispatcher });
    if (!response.ok) return bounded(response, { total: MOST_ERROR_BYTES, event: MOST_ERROR_BYTES }, 'end');
    const type = response.headers.get('content-type') ?? 'nothing';
    if (!type.startsWith('text/event-stream')) {
      await response.body?.cancel();
      throw new ProviderFailure(`The provider sent ${type.slice(0, 100)} instead of an event stream.`, {
        status: response.status,
        reason: 'unreadable',
      });
    }
    onOpen();
    return bounded(response, { total: MOST_STREAM_BYTES, event: MOST_EVENT_BYTES }, 'fail');
  };
  // The types of undici and of Node's own copy of it differ in names alone.
  return call as unknown as typeof globalThis.fetch;
}

/** Tells when a request is about to be written. */
const watched = (
  handler: Dispatcher.DispatchHandlers,
  onConnected: () => void,
): Dispatcher.DispatchHandlers =>
  // Its types leave the methods out that it has.
  Object.assign(new DecoratorHandler(handler) as Dispatcher.DispatchHandlers, {
    onConnect: (abort: (reason?: Error) => void) => {
      onConnected();
      handler.onConnect?.(abort);
    },
  });

/** A response whose body ends, or fails, at a bound. */
function bounded(response: Response, most: { total: number; event: number }, then: 'end' | 'fail'): Response {
  let [total, event] = [0, 0];
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      const end = bytes.lastIndexOf(LINE_FEED);
      total += bytes.length;
      event = end < 0 ? event + bytes.length : bytes.length - end;
      if (total <= most.total && event <= most.event) controller.enqueue(bytes);
      else if (then === 'end') controller.terminate();
      else
        controller.error(
          new ProviderFailure('The provider sent more than an answer can have.', {
            status: response.status,
            reason: 'unreadable',
          }),
        );
    },
  });
  const body = response.body as ReadableStream<Uint8Array> | null;
  const { status, statusText, headers } = response;
  return new Response(body?.pipeThrough(bound) as Response['body'], { status, statusText, headers });
}
