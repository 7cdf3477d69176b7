import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { brand } from '@/lib/config/brand';
import type { CurrentUser } from './current-user';
import { followUpdates } from './follow-updates';
import { adoptSession } from './session-store';

const stored = new Map<string, string>();
let stream: ReadableStreamDefaultController<Uint8Array>;

/** Like the browser's, it fails the body too once the request is aborted. */
async function openStream(_: string, { signal }: { signal: AbortSignal }): Promise<Response> {
  return new Response(
    new ReadableStream({
      start(controller) {
        stream = controller;
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    }),
  );
}

const send = (text: string) => stream.enqueue(new TextEncoder().encode(text));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
  });
  vi.stubGlobal('fetch', vi.fn(openStream));
  adoptSession('token', { id: 'ada' } as unknown as CurrentUser);
  expect(stored.get(brand.sessionKey)).toBe('token');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const follow = (onData: (data: unknown) => void = () => {}) => {
  const outcome = followUpdates('subscription { jobUpdates }', {}, onData, new AbortController().signal).then(
    () => 'complete',
    (error: Error) => error.message,
  );
  const settled = vi.fn();
  void outcome.then(settled);
  return { outcome, settled };
};

test('a stream that falls silent for 30 seconds is given up; comments keep it open', async () => {
  const { outcome, settled } = follow();
  for (let comment = 0; comment < 5; comment += 1) {
    await vi.advanceTimersByTimeAsync(29_000);
    send(':\n\n');
  }
  await vi.advanceTimersByTimeAsync(29_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe('The stream fell silent.');
});

test('a server that never responds is given up after 30 seconds', async () => {
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const { outcome } = follow();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await outcome).toBe('The stream fell silent.');
});

test('updates arrive until the server ends the stream, and no timer is left', async () => {
  const onData = vi.fn();
  const { outcome } = follow(onData);
  await vi.advanceTimersByTimeAsync(0);
  send(':\n\nevent: next\ndata: {"data":{"jobUpdates":1}}\n\n');
  send('event: complete\ndata:\n\n');
  expect(await outcome).toBe('complete');
  expect(onData.mock.calls).toEqual([[{ jobUpdates: 1 }]]);
  expect(vi.getTimerCount()).toBe(0);
});
