import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '@/graphql/graphql-context';
import { limits } from '@/lib/config/limits';
import type { Viewer } from '@/lib/server/auth/viewer';
import { AppError, forbidden, unauthenticated } from '@/lib/server/errors';
import { logger } from '@/lib/server/logging/logger';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { requestNotes, runtime } from '@/lib/server/runtime/runtime';

/** How often (ms) the caller of a stream without events is checked: each of hundreds of streams reads the database then. */
const CHECK_EVERY = 10_000;

/**
 * Yoga plugin: opens a subscription's event stream if the client accepts one and its caller doesn't have too many open.
 * Streams count separately from calls under way. A stream ends when its caller loses access or the process ends; its
 * last event says why. Without events, it takes some seconds until the lost access is noticed. Must be the last plugin
 * that listens for subscriptions.
 *
 * An async generator doesn't run its `return` while it waits for its next event. Such a source needs the signal of
 * `context.request` to notice at once that the client has left.
 *
 * @param viewerOf finds the current state of a request's caller
 * @param limiter without it, streams aren't counted
 */
export const eventStreams = (
  viewerOf: (request: Request, isUse: boolean) => Promise<Viewer | null>,
  limiter: ApiLimiter | undefined,
): Plugin<GraphqlContext> => ({
  onSubscribe: ({ subscribeFn, setSubscribeFn }) => {
    setSubscribeFn(async (args) => {
      const { request, client, viewer } = args.contextValue;
      if (!acceptsEvents(request.headers.get('accept'))) throw eventsNotAccepted();
      const leave = limiter?.enterStream(client.address, viewer) ?? (() => {});
      try {
        const result = await subscribeFn(args);
        if (isAsyncIterable<ExecutionResult>(result)) {
          const check = callerCheck(viewer, (isUse) => viewerOf(request, isUse));
          return mapAsyncIterator(openStream(result, request.signal, leave, check), async (event) => {
            await check(true);
            return event;
          });
        }
        leave();
        return result;
      } catch (error) {
        leave();
        throw error;
      }
    });
  },
  onResultProcess: ({ result }) => {
    const notes = requestNotes.getStore();
    if (!notes || !isAsyncIterable(result)) return;
    notes.isStream = true;
    notes.onStream?.();
  },
});

/**
 * Checks that a caller still has the access it had when the stream began: a stream can outlive sessions, keys and
 * roles.
 * @returns throws AppError UNAUTHENTICATED or FORBIDDEN once the access is lost; checks at most once per second
 */
function callerCheck(
  viewer: Viewer | null,
  find: (isUse: boolean) => Promise<Viewer | null>,
): (isUse: boolean) => Promise<void> {
  let checkedAt = performance.now();
  return async (isUse) => {
    if (!viewer || performance.now() - checkedAt < limits.streamTrust) return;
    checkedAt = performance.now();
    const now = await find(isUse);
    if (!now) throw unauthenticated();
    if (rightsOf(now) !== rightsOf(viewer)) throw forbidden('Your access has changed. Subscribe again.');
  };
}

const rightsOf = ({ accountId, role, scopes: { read, write, admin } }: Viewer): string =>
  [accountId, role, read, write, admin].join();

/** The part of RFC 9110, 12.5.1 that clients use: a type or range of types counts unless its weight is 0. */
function acceptsEvents(accept: string | null): boolean {
  if (!accept) return true;
  return accept
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
      const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
      return !isRefused && ['text/event-stream', 'text/*', '*/*'].includes(type);
    });
}

const eventsNotAccepted = () =>
  new GraphQLError('A subscription returns a stream of events. Send the header Accept: text/event-stream.', {
    extensions: { http: { status: 406 } },
  });

/**
 * The source's events until the source ends, the client leaves, or the process ends.
 * @param gone aborted once the client has left, which can be before anything reads the events
 * @param onEnd called once
 * @param check throws an AppError once the caller has lost access; called now and then
 */
function openStream(
  events: AsyncIterable<ExecutionResult>,
  gone: AbortSignal,
  onEnd: () => void,
  check: (isUse: boolean) => Promise<void>,
): AsyncIterableIterator<ExecutionResult> {
  const source = events[Symbol.asyncIterator]();
  let isOver = false;
  /** The last event, still to be sent once the source has ended. */
  let last: ExecutionResult | undefined;
  /** Ends the current wait for an event. */
  let wake = () => {};
  const finish = () => {
    isOver = true;
    clearInterval(checking);
    runtime.streams.open.delete(endEarly);
    gone.removeEventListener('abort', end);
    onEnd();
  };
  /** Doesn't wait for the source, which may be busy. */
  const leaveSource = async () => {
    try {
      await source.return?.();
    } catch (error) {
      logger.error({ err: error }, "The source of a stream couldn't be ended");
    }
  };
  const end = () => {
    if (isOver) return;
    finish();
    void leaveSource();
    wake();
  };
  const endWith = (originalError: AppError) => {
    last = { errors: [new GraphQLError(originalError.message, { originalError })] };
    end();
  };
  const endEarly = () => endWith(ending());
  const checking = setInterval(async () => {
    try {
      // Silence isn't use: a forgotten page would keep its session.
      await check(false);
    } catch (error) {
      // Any other error, as of a database that can't be read now, says nothing about the caller.
      if (error instanceof AppError && !isOver) endWith(error);
    }
  }, CHECK_EVERY);
  checking.unref();
  const afterEnd = (): IteratorResult<ExecutionResult> => {
    const value = last;
    last = undefined;
    return value ? { value, done: false } : { value: undefined, done: true };
  };
  runtime.streams.open.add(endEarly);
  gone.addEventListener('abort', end);
  if (gone.aborted) end();
  if (runtime.streams.isEnding) endEarly();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => {
      if (isOver) return Promise.resolve(afterEnd());
      return new Promise((resolve, reject) => {
        wake = () => resolve(afterEnd());
        source.next().then(
          (event) => {
            if (isOver) return;
            if (event.done) finish();
            resolve(event);
          },
          (error) => {
            if (!isOver) finish();
            reject(error);
          },
        );
      });
    },
    return: () => {
      end();
      return Promise.resolve({ value: undefined, done: true });
    },
  };
}

const ending = () => new AppError('INTERNAL', 'The server is restarting. Subscribe again in a few seconds.');
