import { handlerFor, letRequestsThrough } from './intercept-request';
import { realFetch } from './real-fetch';

/** One call of the API on its way to the server. */
export interface Call {
  query: string;
  variables: Record<string, unknown>;
  headers: Headers;
  /** Ends the call once its caller no longer waits. */
  signal: AbortSignal;
  /** Releases it. @returns the server's own response */
  send: () => Promise<Response>;
}

/** Responds in the place of the server; what it throws, the page's `fetch` throws. */
export type Handle = (call: Call) => Response | Promise<Response>;

interface Interception {
  operation: RegExp;
  handle: Handle;
}

let interceptions: Interception[] = [];
window.fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!request.url.endsWith('/api/graphql')) return handlerFor(request)?.(request) ?? realFetch(input, init);
  const { query, variables = {} } = await operationOf(request.clone());
  const { headers, signal } = request;
  // The last one first, as a later one is meant to come before an earlier one.
  const matching = interceptions.filter(({ operation }) => operation.test(query)).reverse();
  const send = matching.reduceRight<() => Promise<Response>>(
    (next, { handle }) =>
      async () =>
        handle({ query, variables, headers, signal, send: next }),
    () => realFetch(input, init),
  );
  return Promise.race([send(), aborted(signal)]);
};

/** The operation of a request; one with a file is a form. */
async function operationOf(request: Request): Promise<Pick<Call, 'query' | 'variables'>> {
  if (!request.headers.get('content-type')?.startsWith('multipart/')) return request.json();
  return JSON.parse(String((await request.formData()).get('operations')));
}

/** Rejects as `fetch` does once its caller no longer waits. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Lets every call and every other request through again. */
export function letAllThrough(): void {
  interceptions = [];
  letRequestsThrough();
}

/**
 * Puts `handle` in the way of one operation, by its name; every other call still goes through.
 * @returns takes it out of the way again
 */
export function interceptOperation(operation: string, handle: Handle): () => void {
  const interception = { operation: new RegExp(`(query|mutation|subscription) ${operation}\\b`), handle };
  interceptions.push(interception);
  return () => {
    interceptions = interceptions.filter((other) => other !== interception);
  };
}

/** Keeps the variables of every call of an operation from now on. */
export function watchOperation(operation: string): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  interceptOperation(operation, ({ variables, send }) => {
    sent.push(variables);
    return send();
  });
  return sent;
}

/** Counts the calls of one operation, by its name, from now on; of any if none is named. */
export function countCalls(operation = '\\w+'): { readonly count: number } {
  const calls = { count: 0 };
  interceptOperation(operation, ({ send }) => {
    calls.count += 1;
    return send();
  });
  return calls;
}

/** The next response to one operation: what was in it, as JSON. To be asked for before the call is made. */
export const responseTo = <T = { errors: { message: string; extensions: { code: string } }[] }>(
  operation: string,
): Promise<T> =>
  new Promise((resolve) => {
    const stop = interceptOperation(operation, async ({ send }) => {
      const response = await send();
      // Read first: the page may give up a response that it no longer needs.
      resolve(await response.clone().json());
      stop();
      return response;
    });
  });

/** Holds one operation on its way to the server. @returns releases it */
export function holdOperation(operation: string): () => void {
  const { held, release } = latch();
  interceptOperation(operation, async ({ send }) => {
    await held;
    return send();
  });
  return release;
}

/** Fails as `fetch` does without a network. */
export const noNetwork: Handle = () => {
  throw new TypeError('Failed to fetch');
};

/** The ways a call can fail. */
export const callFailures: readonly { name: string; handle: Handle }[] = [
  { name: 'there is no network', handle: noNetwork },
  { name: 'the server answers 500', handle: () => new Response('no', { status: 500 }) },
];

/** Responds as the API does if it refuses a call. */
export const refuse =
  (message: string): Handle =>
  () =>
    Response.json({ data: null, errors: [{ message }] });

/** Lets the server respond, and changes the response. @param change gets the response's `data` */
export const changeResponse =
  <Data>(change: (data: Data) => unknown): Handle =>
  async ({ send }) => {
    const answer: { data: Data } = await (await send()).json();
    change(answer.data);
    return Response.json(answer);
  };

/** Holds work until `release` is called. */
export function latch() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}
