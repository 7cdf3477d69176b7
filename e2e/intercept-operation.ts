import type { Page, Request, Response, Route } from '@playwright/test';

/**
 * Handles one GraphQL operation, by its name; every other call still goes through.
 * @returns removes the handler
 */
export async function interceptOperation(
  page: Page,
  operation: string,
  handle: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const matches = '**/api/graphql';
  const listener = (route: Route) => (asks(route.request(), operation) ? handle(route) : route.fallback());
  await page.route(matches, listener);
  return () => page.unroute(matches, listener);
}

/** The next response to one GraphQL operation, by its name. */
export const responseTo = (page: Page, operation: string): Promise<Response> =>
  page.waitForResponse((response) => asks(response.request(), operation));

/** Counts the calls of one GraphQL operation, by its name, from now on; of any if none is named. */
export function countCalls(page: Page, operation = '\\w+'): { readonly count: number } {
  const calls = { count: 0 };
  page.on('request', (request) => {
    if (asks(request, operation)) calls.count += 1;
  });
  return calls;
}

const asks = (request: Request, operation: string) =>
  request.url().endsWith('/api/graphql') &&
  new RegExp(`(query|mutation) ${operation}\\b`).test(request.postDataJSON()?.query ?? '');

/** Holds one GraphQL operation, by its name, on its way to the server. @returns releases it */
export async function holdOperation(page: Page, operation: string): Promise<() => void> {
  const { held, release } = latch();
  await interceptOperation(page, operation, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** The ways a call can fail: the console's messages, and the handler that replaces the server. */
export const callFailures = [
  {
    name: 'there is no network',
    console: [/Failed to load resource/],
    handle: (route: Route) => route.abort(),
  },
  {
    name: 'the server answers 500',
    console: [/Failed to load resource/],
    handle: (route: Route) => route.fulfill({ status: 500, body: 'no' }),
  },
] as const;

/** Responds as the API does if it refuses a call. */
export const refuse = (message: string) => (route: Route) =>
  route.fulfill({ json: { data: null, errors: [{ message }] } });

/** Holds requests until `release` is called. */
export function latch() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}
