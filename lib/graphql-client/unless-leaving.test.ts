import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let leaving: typeof import('./unless-leaving');
let browser: EventTarget;

/** A request that the browser has ended, and whether its failure was passed on. */
function endedRequest() {
  const request = { failed: false };
  leaving.unlessLeaving(Promise.reject(new TypeError('NetworkError'))).catch(() => {
    request.failed = true;
  });
  return request;
}
const tell = (type: string) => browser.dispatchEvent(new Event(type));

beforeEach(async () => {
  vi.useFakeTimers();
  browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.resetModules();
  leaving = await import('./unless-leaving');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a request has the outcome it had, as long as the page stays', async () => {
  expect(await leaving.unlessLeaving(Promise.resolve(1))).toBe(1);
  await expect(leaving.unlessLeaving(Promise.reject(new Error('lost')))).rejects.toThrow('lost');
});

test('a response that arrives while the page is being left is passed on', async () => {
  tell('beforeunload');
  expect(await leaving.unlessLeaving(Promise.resolve(1))).toBe(1);
});

test('a request that ends because the page is being left never fails, however long the next page takes', async () => {
  tell('beforeunload');
  const request = endedRequest();
  await vi.advanceTimersByTimeAsync(9_000);
  tell('pagehide');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(request.failed).toBe(false);
});

test('its failure follows if the browser shows the page again', async () => {
  tell('pagehide');
  const request = endedRequest();
  await vi.advanceTimersByTimeAsync(60_000);
  tell('pageshow');
  await vi.advanceTimersByTimeAsync(0);
  expect(request.failed).toBe(true);
  const next = endedRequest();
  await vi.advanceTimersByTimeAsync(0);
  expect(next.failed).toBe(true);
});

test('its failure follows ten seconds after the last attempt to leave if the page stays', async () => {
  tell('beforeunload');
  const request = endedRequest();
  await vi.advanceTimersByTimeAsync(5_000);
  tell('beforeunload');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(request.failed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(request.failed).toBe(true);
});
