import type { Page, Request } from '@playwright/test';
import { expect } from './fixtures';

/** Resolves in the page once it has painted. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/**
 * Withholds everything that follows a document (data, scripts, fonts) until the page has been painted without it. So
 * every skeleton shows, however fast the server is.
 */
export async function paintBeforeResponses(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', async ({ requestId }) => {
    // The document that made the request, or the page, may be gone by now.
    await painted(page).catch(() => undefined);
    await session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  });
  const patterns = (['Fetch', 'Script', 'Font'] as const).map((resourceType) => ({ resourceType }));
  await session.send('Fetch.enable', { patterns });
}

/**
 * Follows the requests of a page, from now on.
 * @returns waits until all of them have ended, and what came has been painted without requesting more
 */
export function followRequests(page: Page): () => Promise<void> {
  const outstanding = new Set<Request>();
  page.on('request', (request) => outstanding.add(request));
  page.on('requestfinished', (request) => outstanding.delete(request));
  page.on('requestfailed', (request) => outstanding.delete(request));
  const requested = () => [...outstanding].map((request) => request.url());
  return async () => {
    do {
      await expect.poll(requested, { intervals: [20] }).toEqual([]);
      await painted(page);
    } while (outstanding.size > 0);
  };
}
