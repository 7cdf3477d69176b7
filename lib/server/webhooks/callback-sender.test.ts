import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '@/lib/server/ids';
import { openReceiver, type Receiver } from '@/testing/webhooks/open-receiver';
import { openWebhookWorld, type WebhookWorld } from '@/testing/webhooks/webhook-world';
import { atOnce, LEASE_MS } from './callback-sender';
import { delays } from './delivery-schedule';
import { readSecrets } from './webhook-secrets';

let world: WebhookWorld;
const receivers: Receiver[] = [];

beforeEach(async () => {
  world = await openWebhookWorld(2);
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
  await world.close();
});

async function receiver(...args: Parameters<typeof openReceiver>): Promise<Receiver> {
  const opened = await openReceiver(...args);
  receivers.push(opened);
  return opened;
}

const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end('No.');

const completed = (url: string) => [{ status: 'COMPLETED', url }] as const;

/** Due callbacks of an ended job, more than a workflow may have. */
async function fill(jobId: string, urls: readonly string[], account = 0) {
  const { ctx, viewers } = world;
  const accountId = viewers[account]?.accountId ?? '';
  await ctx.db.write((tx) =>
    tx.callback.createMany({
      data: urls.map((url) => ({
        ...{ id: newId(ctx, 'callback'), jobId, accountId, status: 'COMPLETED' as const, url },
        ...{
          endpoint: new URL(url).origin,
          delivery: 'PAYLOAD' as const,
          state: 'PENDING' as const,
          tries: 0,
        },
        ...{ nextAt: ctx.now(), createdAt: ctx.now() },
      })),
    }),
  );
}

describe('the outbox', () => {
  test('a job and its callbacks are stored together; of those, the fitting one is due with its end', async () => {
    const { url } = await receiver();
    const jobId = await world.run([
      { status: 'COMPLETED', url },
      { status: 'FAILED', url },
      { status: 'CANCELED', url },
    ]);
    expect(await world.callbacks()).toMatchObject([
      {
        ...{ jobId, status: 'COMPLETED', url, endpoint: new URL(url).origin, delivery: 'PAYLOAD' },
        ...{ state: 'PENDING', tries: 0, nextAt: world.ctx.now(), deliveries: [] },
      },
    ]);
  });

  test('a job that fails releases the callbacks for a failure', async () => {
    const { url } = await receiver();
    await world.run(
      [
        { status: 'COMPLETED', url },
        { status: 'FAILED', url },
      ],
      { model: 'down' },
    );
    expect(await world.callbacks()).toMatchObject([{ status: 'FAILED', state: 'PENDING' }]);
  });

  test('a started sender is notified of a commit that ends a job, and needs no look', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { url, received } = await receiver();
      world.sender().start();
      await world.run(completed(url));
      await vi.waitFor(() => expect(received).toHaveLength(1));
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a delivery', () => {
  test('carries what the job is, its metadata and traceparent, signed so that a library verifies it', async () => {
    // The library compares with the real clock.
    world.pass(Date.now() - world.ctx.now().getTime());
    const { url, received } = await receiver();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const jobId = await world.run(completed(url), { traceparent, metadata: { order: 7 } });
    await world.deliver(world.sender());
    const [message] = received;
    const [callback] = await world.callbacks();
    const { accountId } = world.viewers[0] as { accountId: string };
    const [secret] = await readSecrets(world.ctx, accountId);
    const headers = message?.headers as Record<string, string>;
    expect(new Webhook(secret?.secret ?? '').verify(message?.body ?? '', headers)).toEqual({
      type: 'job.completed',
      timestamp: expect.any(String),
      data: {
        ...{ jobId, name: 'Webhooks', status: 'COMPLETED', result: { text: expect.any(String) } },
        ...{ downloadUrl: null, error: null, metadata: { order: 7 } },
      },
    });
    expect(headers).toMatchObject({
      traceparent,
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Switchyard\/\d+\.\d+\.\d+$/),
      'webhook-id': callback?.id,
      'webhook-timestamp': String(Math.floor(world.ctx.now().getTime() / 1000)),
    });
    expect(callback).toMatchObject({
      ...{ state: 'DELIVERED', tries: 1, nextAt: null, code: null, workerId: null, leasedUntil: null },
      deliveries: [{ number: 1, isManual: false, status: 204, code: null, response: '' }],
    });
  });

  test('of a failed job says why', async () => {
    const { url, received } = await receiver();
    const jobId = await world.run([{ status: 'FAILED', url }], { model: 'down' });
    await world.deliver(world.sender());
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'job.failed',
      data: { jobId, status: 'FAILED', result: null, error: { code: expect.any(String), stepId: 'a' } },
    });
  });

  test('FILE_URL has a link, FILE the file too, and neither the result', async () => {
    const { url, received } = await receiver();
    const jobId = await world.run(
      [
        { status: 'COMPLETED', url, delivery: 'FILE_URL' },
        { status: 'COMPLETED', url, delivery: 'FILE' },
      ],
      { postprocessors: [{ name: 'writeToTxt' }] },
    );
    await world.deliver(world.sender());
    const bodies = received.map(({ body }) => JSON.parse(body).data);
    expect(bodies).toHaveLength(2);
    for (const { result, downloadUrl } of bodies) {
      expect(result).toBeNull();
      expect(downloadUrl).toContain(`/api/files/${jobId}?`);
    }
    const [{ file }, ...others] = bodies.filter(({ file }) => file);
    expect(others).toEqual([]);
    expect(file).toMatchObject({ name: 'a.txt', type: 'text/plain; charset=utf-8' });
    const text = Buffer.from(file.content, 'base64');
    expect(text.toString()).toContain('The arm stops.');
    expect(file.size).toBe(text.length);
  });

  test('a file over 1 MiB and a result over 1 MiB are left to the link', async () => {
    const { url, received } = await receiver();
    const jobId = await world.run([
      { status: 'COMPLETED', url },
      { status: 'COMPLETED', url, delivery: 'FILE' },
    ]);
    await world.ctx.db.write((tx) =>
      tx.jobStep.updateMany({ where: { jobId }, data: { output: JSON.stringify('x'.repeat(1024 * 1024)) } }),
    );
    await world.deliver(world.sender());
    expect(received.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { result: null, downloadUrl: expect.stringContaining(`/api/files/${jobId}?`) },
      { result: null, downloadUrl: expect.stringContaining(`/api/files/${jobId}?`) },
    ]);
    for (const { body } of received) expect(JSON.parse(body).data.file ?? null).toBeNull();
  });

  test('of a job whose content is no longer kept has no result', async () => {
    const { url, received } = await receiver();
    const jobId = await world.run(completed(url));
    await world.ctx.db.write((tx) => tx.job.update({ where: { id: jobId }, data: { workflow: null } }));
    await world.deliver(world.sender());
    expect(JSON.parse(received[0]?.body ?? '').data).toMatchObject({
      jobId,
      result: null,
      downloadUrl: null,
    });
  });
});

describe('retries', () => {
  test('come after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, under one id, each signed anew; then it has failed', async () => {
    const { url, received } = await receiver(answering(500));
    await world.run(completed(url));
    const sender = world.sender();
    for (const delay of delays) {
      world.pass(delay - 1);
      await world.deliver(sender);
      const before = received.length;
      world.pass(1);
      await world.deliver(sender);
      // The first is due at once.
      expect(received.length).toBe(delay === 0 ? 1 : before + 1);
    }
    expect(received).toHaveLength(7);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-signature'])).size).toBe(7);
    const [callback] = await world.callbacks();
    expect(callback).toMatchObject({ state: 'FAILED', code: 'CALLBACK_REJECTED', tries: 7, nextAt: null });
    expect(callback?.deliveries).toHaveLength(7);
    expect(callback?.deliveries[6]).toMatchObject({
      ...{ number: 7, status: 500, code: 'CALLBACK_REJECTED', message: 'The receiver responded with 500.' },
      response: 'No.',
    });
    world.pass(100 * 3_600_000);
    await world.deliver(sender);
    expect(received).toHaveLength(7);
  });

  test('end with the first 2xx', async () => {
    let status = 503;
    const { url, received } = await receiver((response) => response.writeHead(status).end());
    await world.run(completed(url));
    const sender = world.sender();
    await world.deliver(sender);
    status = 200;
    world.pass(5_000);
    await world.deliver(sender);
    world.pass(3_600_000);
    await world.deliver(sender);
    expect(received).toHaveLength(2);
    expect(await world.callbacks()).toMatchObject([{ state: 'DELIVERED', tries: 2 }]);
  });

  test.each([
    ['410 stops at once', answering(410), 'CALLBACK_GONE'],
    ['a private address stops at once', null, 'CALLBACK_ADDRESS_REFUSED'],
  ])('%s', async (_name, answer, code) => {
    const { url } = await receiver(answer ?? answering(204));
    await world.run(completed(url));
    await world.deliver(world.sender({ allowsPrivate: answer !== null }));
    expect(await world.callbacks()).toMatchObject([{ state: 'FAILED', code, tries: 1, nextAt: null }]);
  });

  test('wait as long as Retry-After says, if that is longer, and 10 hours at most', async () => {
    const waits: [string, number][] = [
      ['1', 5_000],
      ['120', 120_000],
      ['999999', 10 * 3_600_000],
      [new Date(world.ctx.now().getTime() + 60_000).toUTCString(), 60_000],
      ['soon', 5_000],
    ];
    for (const [header] of waits) {
      const { url } = await receiver(answering(429, { 'retry-after': header }));
      await world.run(completed(url));
    }
    const sender = world.sender();
    await world.deliver(sender);
    const found = (await world.callbacks()).map(
      ({ nextAt }) => (nextAt?.getTime() ?? 0) - world.ctx.now().getTime(),
    );
    expect(found.sort((a, b) => a - b)).toEqual(waits.map(([, wait]) => wait).sort((a, b) => a - b));
  });

  test('vary by a tenth', async () => {
    const { url } = await receiver(answering(500));
    for (const random of [0, 1]) {
      await world.run(completed(url));
      await world.deliver(world.sender({ random: () => random }));
    }
    const waits = (await world.callbacks()).map(
      ({ nextAt }) => (nextAt?.getTime() ?? 0) - world.ctx.now().getTime(),
    );
    expect(waits.sort((a, b) => a - b)).toEqual([4_500, 5_500]);
  });

  test('a callback to a port on which nobody listens has failed as unreachable', async () => {
    const { url, close } = await openReceiver();
    await close();
    await world.run(completed(url));
    const sender = world.sender();
    for (const delay of delays) {
      world.pass(delay);
      await world.deliver(sender);
    }
    expect(await world.callbacks()).toMatchObject([{ state: 'FAILED', code: 'CALLBACK_UNREACHABLE' }]);
  });
});

describe('a process that ends', () => {
  test('under a delivery leaves it to the next one after its lease, and the receiver gets it again', async () => {
    const { url, received } = await receiver(() => {});
    await world.run(completed(url));
    const killed = world.sender();
    void killed.look();
    await vi.waitFor(() => expect(received).toHaveLength(1));
    // It is gone: what it would record is fenced below.
    const next = world.sender();
    await world.deliver(next);
    expect(received).toHaveLength(1);
    world.pass(LEASE_MS);
    void next.look();
    await vi.waitFor(() => expect(received).toHaveLength(2));
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
  });

  test('in order gives what it was delivering back at once, uncounted', async () => {
    const { url, received } = await receiver(() => {});
    await world.run(completed(url));
    const sender = world.sender();
    void sender.look();
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await sender.stop();
    expect(await world.callbacks()).toMatchObject([
      {
        state: 'PENDING',
        tries: 0,
        nextAt: world.ctx.now(),
        workerId: null,
        leasedUntil: null,
        deliveries: [],
      },
    ]);
  });

  test('that comes back late records its try, and moves nothing that another has taken', async () => {
    let answer: (() => void) | undefined;
    const { url, received } = await receiver((response) => {
      if (answer) response.writeHead(204).end();
      else answer = () => response.writeHead(500).end();
    });
    await world.run(completed(url));
    const late = world.sender();
    void late.look();
    await vi.waitFor(() => expect(received).toHaveLength(1));
    world.pass(LEASE_MS);
    await world.deliver(world.sender());
    answer?.();
    while (late.isBusy) await sleep(5);
    const [callback] = await world.callbacks();
    expect(callback).toMatchObject({ state: 'DELIVERED', tries: 1 });
    expect(callback?.deliveries.map(({ status }) => status)).toEqual([204, 500]);
  });

  test('two senders on one database deliver each callback once', async () => {
    const { url, received } = await receiver();
    const jobId = await world.run(completed(url));
    await fill(jobId, Array(60).fill(url));
    await Promise.all([world.deliver(world.sender()), world.deliver(world.sender())]);
    expect(received).toHaveLength(61);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(61);
  });
});

describe('nobody waits for another', () => {
  test('a slow endpoint has four connections and delays no other of its account', async () => {
    const slow = await receiver(() => {});
    const fast = await receiver();
    const jobId = await world.run(completed(slow.url));
    await fill(jobId, Array(500).fill(slow.url));
    await fill(jobId, [fast.url]);
    void world.sender().look();
    await vi.waitFor(() => expect(fast.received).toHaveLength(1));
    await vi.waitFor(() => expect(slow.received).toHaveLength(atOnce.endpoint));
  });

  test("an account's thousand slow hosts delay no other account", async () => {
    const slow = await receiver(() => {});
    const fast = await receiver();
    const first = await world.run(completed(slow.url));
    const hosts = Array.from({ length: 1_000 }, (_, index) => `http://h${index}.example:${slow.port}/hook`);
    await fill(first, hosts);
    const second = await world.run(completed(fast.url), { account: 1 });
    await fill(second, Array(20).fill(fast.url), 1);
    void world.sender({ resolve: async () => ['127.0.0.1'] }).look();
    await vi.waitFor(() => expect(fast.received).toHaveLength(21));
    expect(slow.connections()).toBe(atOnce.account);
  });

  test('every endpoint has its turn, however many there are', async () => {
    const { port, received } = await receiver();
    const jobId = await world.run([]);
    const hosts = Array.from({ length: 1_200 }, (_, index) => `http://h${index}.example:${port}/hook`);
    await fill(jobId, hosts);
    await world.deliver(world.sender({ resolve: async () => ['127.0.0.1'] }));
    expect(new Set(received.map(({ headers }) => headers.host)).size).toBe(1_200);
  });

  test('many endpoints that wait for their next try delay none behind them', async () => {
    const { url, received } = await receiver();
    const jobId = await world.run([]);
    const [first = 0, last = 1] = [0, 1].sort((one, other) =>
      (world.viewers[one]?.accountId ?? '') < (world.viewers[other]?.accountId ?? '') ? -1 : 1,
    );
    const hosts = Array.from({ length: 450 }, (_, index) => `http://h${index}.example/hook`);
    await fill(jobId, hosts, first);
    const later = new Date(world.ctx.now().getTime() + 3_600_000);
    await world.ctx.db.write((tx) => tx.callback.updateMany({ data: { nextAt: later } }));
    const sender = world.sender();
    for (const count of [1, 2, 3]) {
      await fill(jobId, [url], last);
      await world.deliver(sender);
      expect(received).toHaveLength(count);
    }
  });
});
