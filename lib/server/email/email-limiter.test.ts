import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '@/lib/config/limits';
import { contact, type EmailServer, openEmailServer, requestOf } from '@/testing/email-server';

let server: EmailServer;
beforeEach(async () => {
  server = await openEmailServer();
});
afterEach(() => server.close());

describe('the rate', () => {
  const { requests, stored: kept, storedOfSender: perSender } = limits.emailSend;
  const message = (index: number, sender = `grace${index}@example.test`) =>
    requestOf('contact', { ...contact, user_email: sender, message: `Message ${index}` });

  test('of what one client stores is bounded, and nobody else meets the bound', async () => {
    const burst = await Promise.all(
      Array.from({ length: kept.count + 5 }, (_, index) => server.send(message(index))),
    );
    const refused = burst.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.text).toMatch(/^Too Many Requests\. Try again in \d+ (seconds|minutes)\.$/);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(kept.window / 1000);
    expect(await server.stored()).toHaveLength(kept.count);
    expect((await server.send(message(99), { address: '10.0.0.2' })).status).toBe(200);
  });

  test('of what is stored for one sender is bounded, from wherever and however it is spelled', async () => {
    const senders = ['grace@example.test', 'GRACE@example.test'];
    const burst = await Promise.all(
      Array.from({ length: perSender.count + 3 }, (_, index) =>
        server.send(message(index, senders[index % 2]), { address: `10.0.1.${index}` }),
      ),
    );
    const refused = burst.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await server.stored()).toHaveLength(perSender.count);
    expect((await server.send(message(99, 'ada@example.test'))).status).toBe(200);
  });

  test("of storing doesn't count retries", async () => {
    for (let i = 0; i < kept.count + 5; i++) expect((await server.send(message(1))).status).toBe(200);
    expect((await server.send(message(2))).status).toBe(200);
  });

  test('of requests counts refused ones, and a flood is refused before it is read', async () => {
    for (let i = 0; i < requests.count; i++) expect((await server.send('junk')).status).toBe(400);
    const body = new ReadableStream({ pull: () => expect.unreachable('it was read') }, { highWaterMark: 0 });
    const { status, text, headers } = await server.send(body);
    expect([status, text]).toEqual([429, expect.stringMatching(/^Too Many Requests\. Try again in \d/)]);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(requests.window / 1000);
    expect(await server.stored()).toEqual([]);
  });

  test('opens again after its window', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      for (let i = 0; i <= requests.count; i++) await server.limiter.countRequest('10.0.0.1').catch(() => {});
      await expect(server.limiter.countRequest('10.0.0.1')).rejects.toMatchObject({ status: 429 });
      vi.advanceTimersByTime(requests.window + 1);
      await server.limiter.countRequest('10.0.0.1');
    } finally {
      vi.useRealTimers();
    }
  });
});
