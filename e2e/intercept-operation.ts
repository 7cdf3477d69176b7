import type { Page, Route } from '@playwright/test';

/**
 * Puts `handle` in the way of one GraphQL operation, by its name; every other call still goes through.
 * @returns what takes it out of the way again
 */
export async function interceptOperation(
  page: Page,
  operation: string,
  handle: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const matches = '**/api/graphql';
  const named = new RegExp(`(query|mutation) ${operation}\\b`);
  const listener = (route: Route) =>
    named.test(route.request().postDataJSON()?.query ?? '') ? handle(route) : route.fallback();
  await page.route(matches, listener);
  return () => page.unroute(matches, listener);
}

/** Holds one GraphQL operation, by its name, on its way to the server. @returns what lets it go on */
export async function holdOperation(page: Page, operation: string): Promise<() => void> {
  const { held, release } = latch();
  await interceptOperation(page, operation, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** The ways a call can fail: what the console then says, and what answers in the server's place. */
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

/** Answers as the API does where it refuses a call. */
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
