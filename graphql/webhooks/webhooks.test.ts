import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '@/lib/config/limits';
import { errorDocs } from '@/lib/config/workflow-errors';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { type WorkflowRuntime, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { signRequest } from '@/lib/server/webhooks/send-message';
import { receiveTestMessage } from '@/lib/server/webhooks/test-messages';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { sharedTextWorker } from '@/testing/shared-text-worker';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';
import { openReceiver, type Receiver } from '@/testing/webhooks/open-receiver';

let server: TestServer;
let world: TestWorld;
let tokens: { admin: string; developer: string; colleague: string };
let receiver: Receiver;
let status = 204;
let strict: WorkflowRuntime;

beforeAll(async () => {
  server = await openTestServer();
  strict = workflowsOf(server.context);
  server.context.workflows = openWorkflowRuntime(server.context, {
    textWorker: sharedTextWorker,
    callbacks: { allowsPrivate: true },
  });
  await server.context.workflows.worker.heartbeat.send();
  world = await createTestWorld(server.context);
  const nextYear = new Date('2027-01-01');
  const { admin, developer, colleague } = world.users;
  tokens = {
    admin: await sessionToken(server.context, admin, nextYear),
    developer: await sessionToken(server.context, developer, nextYear),
    colleague: await sessionToken(server.context, colleague, nextYear),
  };
  receiver = await openReceiver((response) => response.writeHead(status).end('Seen.'));
});
afterAll(async () => {
  await receiver.close();
  await strict.stop();
  await server.close();
});
beforeEach(() => {
  status = 204;
  receiver.received.length = 0;
});

async function call<Data>(token: keyof typeof tokens, query: string, variables: object = {}) {
  const { data, errors } = await server.call<Data>({
    token: tokens[token],
    query,
    variables: { accountId: world.acme.id, ...variables },
  });
  return { data, codes: errors.map(({ extensions }) => extensions.code), errors };
}

async function endedJob(url = receiver.url): Promise<string> {
  const steps = [{ id: 'a', task: 'generation', model: 'sandbox/fast' }];
  const callbacks = [{ status: 'COMPLETED', url }] as const;
  const input = { input: 'The arm stalls.', steps, callbacks };
  return (await orchestrate(server.context, operatorViewer(world.users.developer), input, {})).id;
}

const deliver = async () => {
  const { callbacks } = workflowsOf(server.context);
  await callbacks.look();
  await expect.poll(() => callbacks.isBusy).toBe(false);
};

interface CallbackFields {
  id: string;
  state: string;
  code: string | null;
  deliveries: {
    number: number;
    isManual: boolean;
    status: number | null;
    code: string;
    docs: string;
    response: string;
  }[];
}

const fields =
  'id status url delivery state nextAt code deliveries { number isManual startedAt milliseconds status code message response docs }';
const listed = async (jobId: string, token: keyof typeof tokens = 'developer') =>
  call<{ listDeliveries: CallbackFields[] }>(
    token,
    `query ($jobId: ID!) { listDeliveries(jobId: $jobId) { ${fields} } }`,
    {
      jobId,
    },
  );
const resend = (id: string, token: keyof typeof tokens = 'developer') =>
  call<{ resendDelivery: CallbackFields }>(
    token,
    `mutation ($id: ID!) { resendDelivery(id: $id) { ${fields} } }`,
    { id },
  );

test('a workflow, new or run again, with a callback that this server would never send is refused', async () => {
  const { context } = server;
  const jobId = await endedJob();
  const relaxed = workflowsOf(context);
  context.workflows = strict;
  const faultsOf = (errors: Awaited<ReturnType<typeof call>>['errors']) =>
    errors.map(({ extensions }) => extensions.faults);
  const unsent = (index: number) => ({ path: `callbacks[${index}].url`, code: 'CALLBACK_INVALID' });
  try {
    const urls = ['http://example.com/', 'https://2130706433/', 'https://example.com/', 'https://localhost/'];
    const planned = await call(
      'developer',
      'query ($input: StartWorkflowInput!) { planWorkflow(input: $input) { steps { id } } }',
      {
        input: {
          ...{ name: 'Addresses', input: 'The arm stalls.', steps: [{ id: 'a', task: 'generation' }] },
          callbacks: urls.map((url) => ({ status: 'COMPLETED', url })),
        },
      },
    );
    expect(faultsOf(planned.errors)).toMatchObject([[unsent(0), unsent(1), unsent(3)]]);
    const again = 'mutation ($jobId: ID!) { rerunJob(jobId: $jobId) { jobId } }';
    expect(faultsOf((await call('developer', again, { jobId })).errors)).toMatchObject([[unsent(0)]]);
  } finally {
    context.workflows = relaxed;
  }
});

describe('deliveries', () => {
  test("are readable by the job's owner and admins, and by nobody else", async () => {
    status = 500;
    const jobId = await endedJob();
    await deliver();
    const expected = [
      {
        id: expect.stringMatching(/^msg_/),
        ...{ status: 'COMPLETED', url: receiver.url, delivery: 'PAYLOAD', state: 'PENDING', code: null },
        nextAt: expect.any(String),
        deliveries: [
          {
            ...{ number: 1, isManual: false, startedAt: String(TEST_NOW.getTime()), milliseconds: 0 },
            ...{ status: 500, code: 'CALLBACK_REJECTED', message: 'The receiver responded with 500.' },
            ...{ response: 'Seen.', docs: errorDocs('CALLBACK_REJECTED') },
          },
        ],
      },
    ];
    expect((await listed(jobId)).data?.listDeliveries).toMatchObject(expected);
    expect((await listed(jobId, 'admin')).data?.listDeliveries).toMatchObject(expected);
    expect((await listed(jobId, 'colleague')).codes).toEqual(['NOT_FOUND']);
  });

  test('of a failed callback can be sent again by hand, and a success delivers it', async () => {
    status = 410;
    const jobId = await endedJob();
    await deliver();
    const [failed] = (await listed(jobId)).data?.listDeliveries ?? [];
    expect(failed).toMatchObject({ state: 'FAILED', code: 'CALLBACK_GONE' });
    const again = await resend(failed?.id ?? '');
    expect(again.data?.resendDelivery).toMatchObject({ state: 'FAILED', code: 'CALLBACK_GONE' });
    status = 200;
    const sent = await resend(failed?.id ?? '', 'admin');
    expect(sent.data?.resendDelivery).toMatchObject({
      ...{ state: 'DELIVERED', code: null },
      deliveries: [
        { number: 1, isManual: false, status: 410 },
        { number: 2, isManual: true, status: 410, code: 'CALLBACK_GONE', docs: errorDocs('CALLBACK_GONE') },
        { number: 3, isManual: true, status: 200, code: null },
      ],
    });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([failed?.id]),
    );
    expect((await resend(failed?.id ?? '', 'colleague')).codes).toEqual(['NOT_FOUND']);
  });

  test('by hand leave a callback that is to be tried again to its schedule, and count no try', async () => {
    status = 500;
    const jobId = await endedJob();
    await deliver();
    const [before] = await server.context.db.prisma.callback.findMany({ where: { jobId } });
    await resend(before?.id ?? '');
    const [after] = await server.context.db.prisma.callback.findMany({ where: { jobId } });
    expect(after).toEqual(before);
  });

  test('by hand are refused while the callback is being delivered', async () => {
    const jobId = await endedJob();
    const { db, now } = server.context;
    const leasedUntil = new Date(now().getTime() + 1_000);
    await db.write((tx) =>
      tx.callback.updateMany({ where: { jobId }, data: { leasedUntil, workerId: 'wrk_other' } }),
    );
    const [callback] = (await listed(jobId)).data?.listDeliveries ?? [];
    expect((await resend(callback?.id ?? '')).codes).toEqual(['CONFLICT']);
    expect(receiver.received).toEqual([]);
  });

  test('by hand are kept up to the last 13, and the first of its own stays', async () => {
    const jobId = await endedJob();
    await deliver();
    const [callback] = (await listed(jobId)).data?.listDeliveries ?? [];
    for (let number = 0; number < 16; number += 1) await resend(callback?.id ?? '');
    const [{ deliveries = [] } = {}] = (await listed(jobId)).data?.listDeliveries ?? [];
    expect(deliveries.map(({ number }) => number)).toEqual([
      1,
      ...Array.from({ length: 13 }, (_, index) => index + 5),
    ]);
  });

  test('an account sends four by hand at once', async () => {
    const slow = await openReceiver((response) => setTimeout(() => response.writeHead(204).end(), 300));
    const sent = await Promise.all(
      Array.from({ length: 5 }, () =>
        call(
          'admin',
          'mutation ($accountId: ID!, $url: String) { sendTestWebhook(accountId: $accountId, url: $url) { status } }',
          {
            url: slow.url,
          },
        ),
      ),
    );
    expect(sent.flatMap(({ codes }) => codes)).toEqual(['RATE_LIMITED']);
    await slow.close();
  });
});

describe('the secret', () => {
  const rotate = () =>
    call<{
      rotateWebhookSecret: { rawSecret: string; secret: { hint: string; previousExpiresAt: string | null } };
    }>(
      'admin',
      'mutation ($accountId: ID!) { rotateWebhookSecret(accountId: $accountId) { rawSecret secret { hint createdAt previousExpiresAt } } }',
    );
  const read = () =>
    call<{ getWebhookSecret: { hint: string; previousExpiresAt: string | null } | null }>(
      'admin',
      'query ($accountId: ID!) { getWebhookSecret(accountId: $accountId) { hint createdAt previousExpiresAt } }',
    );
  /** By which of the secrets a callback that is sent now can be verified. */
  const verifiedBy = async (...secrets: string[]) => {
    await endedJob();
    await deliver();
    // The library compares with the system's clock.
    vi.useFakeTimers({ toFake: ['Date'], now: server.context.now() });
    const { headers, body = '' } = receiver.received.at(-1) ?? {};
    const verified = secrets.map((secret) => {
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    });
    vi.useRealTimers();
    return verified;
  };

  test('is shown once, and after a rotation both sign for a day', async () => {
    const { context } = server;
    await context.db.write((tx) => tx.webhookSecret.deleteMany({}));
    expect((await read()).data?.getWebhookSecret).toBeNull();
    const first = (await rotate()).data?.rotateWebhookSecret;
    expect(first?.rawSecret).toMatch(/^whsec_/);
    expect(first?.secret.previousExpiresAt).toBeNull();
    const second = (await rotate()).data?.rotateWebhookSecret;
    const until = context.now().getTime() + 86_400_000;
    expect(second?.secret.previousExpiresAt).toBe(String(until));
    expect((await read()).data?.getWebhookSecret).toEqual(second?.secret);
    const secrets = [first?.rawSecret ?? '', second?.rawSecret ?? ''];
    expect(JSON.stringify(await read())).not.toContain(second?.rawSecret.slice(6, 30));
    expect(await verifiedBy(...secrets)).toEqual([true, true]);
    const third = (await rotate()).data?.rotateWebhookSecret;
    expect(await verifiedBy(...secrets, third?.rawSecret ?? '')).toEqual([false, true, true]);
    const { sealed } = await context.db.prisma.webhookSecret.findFirstOrThrow({});
    for (const secret of secrets) expect(sealed).not.toContain(secret.slice(6, 30));
    const later = new Date(context.now().getTime() + 86_400_001);
    server.setNow(later);
    expect((await read()).data?.getWebhookSecret?.previousExpiresAt).toBeNull();
    server.setNow(TEST_NOW);
  });

  test('each change is in the audit trail, without the secret', async () => {
    const { rawSecret = '' } = (await rotate()).data?.rotateWebhookSecret ?? {};
    const events = await server.context.db.prisma.auditEvent.findMany({
      where: { accountId: world.acme.id, action: { startsWith: 'webhook_secret.' } },
      orderBy: { createdAt: 'asc' },
    });
    expect(new Set(events.map(({ action }) => action))).toEqual(
      new Set(['webhook_secret.create', 'webhook_secret.rotate']),
    );
    expect(events.some(({ userId }) => userId === world.users.admin.id)).toBe(true);
    expect(JSON.stringify(events)).not.toContain(rawSecret.slice(6, 30));
    expect(JSON.stringify(events)).toContain(rawSecret.slice(-5, -1));
  });

  test('is made with the first message of an account that has none', async () => {
    const { context } = server;
    await context.db.write((tx) => tx.webhookSecret.deleteMany({}));
    await endedJob();
    await deliver();
    expect(receiver.received.length).toBeGreaterThan(0);
    expect((await read()).data?.getWebhookSecret).toMatchObject({ hint: expect.stringMatching(/^whsec_…/) });
  });
});

describe('the inspector', () => {
  beforeEach(() => server.context.db.write((tx) => tx.testMessage.deleteMany({})));

  interface Test {
    url: string;
    headers: { name: string; value: string }[];
    body: string;
    signedText: string;
    signature: string;
    status: number | null;
    code: string | null;
    response: string | null;
  }
  const sendTest = (url?: string) =>
    call<{ sendTestWebhook: Test }>(
      'admin',
      `mutation ($accountId: ID!, $url: String) { sendTestWebhook(accountId: $accountId, url: $url) {
        url headers { name value } body signedText signature status milliseconds code message response docs } }`,
      { url },
    );
  const messages = async () =>
    (
      await call<{
        listTestMessages: {
          id: string;
          headers: { name: string; value: string }[];
          body: string;
          problem: string | null;
        }[];
      }>(
        'admin',
        'query ($accountId: ID!) { listTestMessages(accountId: $accountId) { id receivedAt headers { name value } body problem } }',
      )
    ).data?.listTestMessages ?? [];
  const address = async () =>
    (
      await call<{ getTestReceiver: { url: string } }>(
        'admin',
        'query ($accountId: ID!) { getTestReceiver(accountId: $accountId) { url } }',
      )
    ).data?.getTestReceiver.url ?? '';

  test('a test message is shown exactly as it was sent', async () => {
    const { data } = await sendTest(receiver.url);
    const sent = data?.sendTestWebhook;
    expect(sent).toMatchObject({ url: receiver.url, status: 204, code: null, response: '' });
    const [message] = receiver.received;
    expect(message?.body).toBe(sent?.body);
    const headers = Object.fromEntries(sent?.headers.map(({ name, value }) => [name, value]) ?? []);
    expect(message?.headers).toMatchObject(headers);
    expect(headers['webhook-signature']).toBe(sent?.signature);
    expect(sent?.signedText).toBe(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${sent?.body}`);
  });

  test('without an address it goes to the receiver of the account, which says that the signature holds', async () => {
    const { data } = await sendTest();
    expect(data?.sendTestWebhook).toMatchObject({ url: await address(), status: 204, code: null });
    const [message] = await messages();
    expect(message).toMatchObject({ body: data?.sendTestWebhook.body, problem: null });
    expect(message?.headers).toEqual(data?.sendTestWebhook.headers);
  });

  test('a callback can go there too, where private addresses are refused', async () => {
    const { context } = server;
    const relaxed = workflowsOf(context);
    context.workflows = strict;
    try {
      const jobId = await endedJob(await address());
      await deliver();
      expect((await listed(jobId)).data?.listDeliveries).toMatchObject([{ state: 'DELIVERED' }]);
      const [message] = await messages();
      expect(JSON.parse(message?.body ?? '')).toMatchObject({ data: { jobId } });
      const own = new URL(await address());
      for (const path of [
        '/api/graphql',
        '/api/webhooks/test/',
        `${own.pathname}/../../../graphql`,
        `${own.pathname}?a=b`,
      ])
        expect((await sendTest(new URL(path, own).href)).data?.sendTestWebhook, path).toMatchObject({
          status: null,
          code: 'CALLBACK_ADDRESS_REFUSED',
        });
    } finally {
      context.workflows = relaxed;
    }
  });

  test("an address that no callback can have isn't called", async () => {
    for (const url of [
      'ftp://example.com',
      `https://${'a.'.repeat(130)}com`,
      `https://a.com/${'é'.repeat(1_000)}`,
    ])
      expect((await sendTest(url)).codes).toEqual(['BAD_USER_INPUT']);
  });

  const post = async (body: string | ReadableStream, headers: Record<string, string> = {}, id?: string) => {
    const url = await address();
    const request = new Request(url, {
      method: 'POST',
      body,
      headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
      ...(typeof body !== 'string' && { duplex: 'half' }),
    });
    return receiveTestMessage(
      workflowsOf(server.context).testReceiver,
      request,
      id ?? url.slice(url.lastIndexOf('/') + 1),
    );
  };

  test('the receiver shows whether a signature is valid, and keeps no other header', async () => {
    const signed = await signRequest(server.context, world.acme.id, {
      ...{ id: 'msg_1', url: '', body: '{"a":1}', traceparent: null },
    });
    expect((await post(signed.body, { ...signed.headers, cookie: 'secret=1', 'x-other': '1' })).status).toBe(
      204,
    );
    expect((await post('{"a":2}', signed.headers)).status).toBe(401);
    // All have the same time, so they have no order.
    const kept = await messages();
    const wrong = kept.find(({ body }) => body === '{"a":2}');
    const right = kept.find(({ body }) => body === '{"a":1}');
    expect(wrong).toMatchObject({ body: '{"a":2}', problem: expect.stringContaining('No signature fits') });
    expect(right).toMatchObject({ body: '{"a":1}', problem: null });
    expect(JSON.stringify(right)).not.toMatch(/cookie|x-other/);
    const stranger = await signRequest(server.context, world.globex.id, {
      ...{ id: 'msg_2', url: '', body: '{}', traceparent: null },
    });
    expect((await post('{}', stranger.headers)).status).toBe(401);
  });

  test('it takes no other id, no body over 64 KiB, and keeps the last 20', async () => {
    const id = (await address()).split('/').at(-1) ?? '';
    const [, accountId = '', signature = ''] = /^(\w+?)-(.+)$/.exec(id) ?? [];
    const before = await messages();
    const changed = signature.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const other of [
      `${accountId}-${changed}`,
      `${world.globex.id}-${signature}`,
      `${accountId}-`,
      accountId,
      '',
      `${id}.x`,
    ])
      expect((await post('{}', {}, other)).status, other).toBe(404);
    const large = 'x'.repeat(limits.testReceiver.bodyBytes + 1);
    expect((await post(large)).status).toBe(413);
    expect((await post(new Blob([large]).stream())).status).toBe(413);
    const { testReceiver } = workflowsOf(server.context);
    expect(await testReceiver.take(await address(), {}, large)).toMatchObject({ status: 413 });
    expect(await messages()).toEqual(before);
    for (let count = 0; count < 22; count += 1) await post(`${count}`);
    expect(await messages()).toHaveLength(20);
    expect(await server.context.db.prisma.testMessage.count({ where: { accountId: world.acme.id } })).toBe(
      20,
    );
  });

  test('it is limited by account', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < limits.testReceiver.ofAccount.count; count += 1)
      statuses.push((await post('{}', { 'x-forwarded-for': `203.0.113.${count}` })).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

test('the endpoints of the last week are counted, with their last failure', async () => {
  const other = await openReceiver((response) => response.writeHead(503).end());
  await endedJob();
  await endedJob(other.url);
  await deliver();
  const { data } = await call<{ listWebhookEndpoints: { url: string; delivered: number; failed: number }[] }>(
    'admin',
    `query ($accountId: ID!) { listWebhookEndpoints(accountId: $accountId) {
      url delivered failed successRate lastDeliveryAt lastFailure { at code status message } } }`,
  );
  const found = data?.listWebhookEndpoints.find(({ url }) => url === new URL(other.url).origin);
  expect(found).toEqual({
    url: new URL(other.url).origin,
    ...{ delivered: 0, failed: 1, successRate: 0, lastDeliveryAt: String(TEST_NOW.getTime()) },
    lastFailure: {
      ...{ at: String(TEST_NOW.getTime()), code: 'CALLBACK_REJECTED', status: 503 },
      message: 'The receiver responded with 503.',
    },
  });
  const own = data?.listWebhookEndpoints.find(({ url }) => url === new URL(receiver.url).origin);
  expect(own?.delivered).toBeGreaterThan(0);
  expect(own?.failed).toBeGreaterThan(0);
  server.setNow(new Date(TEST_NOW.getTime() + 8 * 86_400_000));
  expect(
    (
      await call<{ listWebhookEndpoints: [] }>(
        'admin',
        'query ($accountId: ID!) { listWebhookEndpoints(accountId: $accountId) { url } }',
      )
    ).data?.listWebhookEndpoints,
  ).toEqual([]);
  server.setNow(TEST_NOW);
  await other.close();
});
