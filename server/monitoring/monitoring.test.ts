import { createServer, type IncomingMessage } from 'node:http';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { version } from '@/lib/config/releases';
import { openLogger } from '@/lib/server/logging/open-logger';
import { openHealth } from '@/lib/server/starting/health';
import { observeWrites } from '@/lib/server/starting/observe-writes';
import { listen } from '@/server/http/connections/listen';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';
import { createMetrics } from './metrics';
import { healthResponder, metricsResponder } from './monitoring';
import { observeRequests, requestId } from './observe-requests';
import { requestLog } from './request-log';

const METRICS_TOKEN = 'metrics-token-of-this-test';
const EMAIL = 'dev@acme.example';
const AGENT = 'Mozilla/5.0 (TestOS) Browser/1.0';
const ADDRESS = '203.0.113.77';

let api: TestServer;
let world: TestWorld;
let token: string;
let origin: string;
const lines: string[] = [];
const http = createServer();

/** Monitoring as server/serve-site.ts sets it up, in front of the API. */
beforeAll(async () => {
  api = await openTestServer();
  world = await createTestWorld(api.context);
  token = await sessionToken(api.context, world.users.developer);
  const logger = openLogger('debug', { write: (line) => lines.push(line) });
  const metrics = createMetrics(http, 'SQLite');
  const isMetrics = metricsResponder(METRICS_TOKEN, metrics.register);
  const observe = observeRequests([requestLog(logger), metrics.count]);
  http.on('request', (request, response) => {
    observe(request, response, { fields: [] }, async () => {
      if (await isMetrics(request, response)) return;
      const body = Buffer.concat(await request.toArray());
      const headers = { ...(request.headers as Record<string, string>), 'x-forwarded-for': ADDRESS };
      const answer =
        request.method === 'POST'
          ? await api.post(new Uint8Array(body), headers)
          : new Response('nothing here', { status: request.url?.startsWith('/broken') ? 500 : 404 });
      response.writeHead(answer.status);
      response.end(await answer.text());
    });
  });
  const port = await listen(http, { host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await api.close();
});

/** Sends a request, and waits until the server has closed the response. */
async function ask(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const ended = new Promise((resolve) => {
    http.once('request', (_, response) => response.once('close', resolve));
  });
  const answer = await fetch(origin + path, { ...init, headers: { 'user-agent': AGENT, ...init.headers } });
  const text = await answer.text();
  await ended;
  return { status: answer.status, text, headers: answer.headers };
}

const call = (query: string, variables: object = {}, bearer?: string) =>
  ask('/api/graphql?trace=who-asks', {
    method: 'POST',
    body: JSON.stringify({ query, variables, operationName: undefined }),
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
  });
const signIn = (password: string) =>
  call('mutation ($e: String!, $p: String!) { signIn(email: $e, password: $p) { token } }', {
    e: EMAIL,
    p: password,
  });
const written = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log', () => {
  test('has a line per API call: caller, fields and result, under the request’s id', async () => {
    await ask('/api/graphql', {
      method: 'POST',
      body: JSON.stringify({ query: 'query hers { x: me { email } getAllAuditLogs { id } }' }),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'x-request-id': 'request-of-the-test',
      },
    });
    expect(written()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        requestId: 'request-of-the-test',
        method: 'POST',
        path: '/api/graphql',
        status: 200,
        ms: expect.any(Number),
        calls: ['me', 'getAllAuditLogs FORBIDDEN'],
        accountId: world.acme.id,
        userId: world.users.developer.id,
        msg: 'Request',
      },
    ]);
  });

  test('never has a token, a password, an email address, a user agent or the client’s address', async () => {
    const { text } = await signIn(PASSWORD);
    const session = JSON.parse(text).data.signIn.token as string;
    await signIn('a wrong password');
    await call(
      'mutation { createAPIKey(name: "of the test", scopes: { read: true }) { rawKey } }',
      {},
      session,
    );
    await call('{ me { email first_name } }', {}, session);
    await call('{ me { email ', {}, session);
    await ask(`/docs/${EMAIL}/${session}?token=${session}&email=${EMAIL}`);
    await ask(`/broken/${encodeURIComponent(EMAIL)}`);
    const log = lines.join('');
    expect(lines).toHaveLength(7);
    const secrets = [session, session.slice(11), PASSWORD, 'a wrong password', EMAIL, 'acme.example', '@'];
    for (const secret of [...secrets, 'sy_', 'Dee', AGENT, 'Mozilla', ADDRESS, '127.0.0.1', 'who-asks'])
      expect(log).not.toContain(secret);
  });

  test('has the job of a call with its status, and no failed one as OK', async () => {
    const steps = [{ id: 'a', task: 'summarization', model: 'sandbox/down', retries: 0 }];
    const { text } = await call(
      'mutation ($input: StartWorkflowInput!) { hers: orchestrate(input: $input) { jobId } }',
      { input: { name: 'Log', input: 'The arm stops.', steps } },
      token,
    );
    expect(written()).toMatchObject([
      {
        calls: ['orchestrate JOB_FAILED'],
        jobs: [{ jobId: JSON.parse(text).data.hers.jobId, status: 'FAILED', code: 'PROVIDER_UNAVAILABLE' }],
      },
    ]);
  });

  test('has pages at debug, and server failures at info', async () => {
    await ask('/nowhere');
    await ask('/broken');
    expect(written().map(({ level, status }) => [level, status])).toEqual([
      ['debug', 404],
      ['info', 500],
    ]);
  });
});

describe('the metrics', () => {
  const scrape = (authorization?: string) =>
    ask('/api/metrics', authorization === undefined ? {} : { headers: { authorization } });

  test.each([undefined, 'Bearer wrong', `Basic ${METRICS_TOKEN}`, `Bearer ${METRICS_TOKEN}x`, 'Bearer '])(
    'are refused to %s',
    async (authorization) => {
      const { status, headers, text } = await scrape(authorization);
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="metrics"']);
      expect(text).toBe('Unauthorized.\n');
      expect(written().map((line) => [line.path, line.status])).toEqual([['/api/metrics', 401]]);
    },
  );

  test('wrong tokens are reported at most once per second', () => {
    const warnings: string[] = [];
    const observe = requestLog(pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) }));
    const refused = { ...{ id: 'abc-12345', method: 'GET', target: '/api/metrics' }, notes: { fields: [] } };
    for (let guess = 0; guess < 100; guess += 1)
      observe({ ...refused, ...{ route: 'monitoring', status: 401, aborted: false, seconds: 0 } });
    expect(warnings).toHaveLength(1);
  });

  test('have no address if no token is configured', async () => {
    const server = createServer();
    const isMetrics = metricsResponder('', undefined);
    server.on('request', (request, response) => isMetrics(request, response));
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    const answer = await fetch(`http://127.0.0.1:${port}/api/metrics`, {
      headers: { authorization: 'Bearer ' },
    });
    expect(answer.status).toBe(404);
    server.closeAllConnections();
    server.close();
  });

  test('are in Prometheus’ text format, and count calls, sign-ins, requests, writes and calls of providers by bounded labels', async () => {
    const db = observeWrites(api.context.db);
    await db.write((tx) => tx.plan.count());
    await expect(db.write(() => Promise.reject(new Error('of the test')))).rejects.toThrow();
    await ask('/a-path-nobody-counts');
    await signIn('another wrong password');
    await call('{ renamed: me { id } }', {}, token);
    const steps = [{ id: 'a', task: 'summarization', model: 'sandbox/down', retries: 0 }];
    const input = { name: 'Metrics', input: 'The arm stops.', steps };
    await call(
      'mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) { status } }',
      { input },
      token,
    );
    const { status, text, headers } = await scrape(`Bearer ${METRICS_TOKEN}`);
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    ]);
    const samples = parseExposition(text);
    for (const name of [
      'graphql_root_fields_total{field="me",code="OK"}',
      'graphql_root_fields_total{field="signIn",code="UNAUTHENTICATED"}',
      'sign_ins_total{result="refused"}',
      'http_requests_total{method="GET",route="page",status="4xx"}',
      'http_request_duration_seconds_bucket{le="+Inf",route="page"}',
      'database_writes_total{result="committed"}',
      'database_writes_total{result="failed"}',
      'database_write_wait_seconds_count',
      'graphql_root_fields_total{field="orchestrate",code="JOB_FAILED"}',
      'graphql_root_field_duration_seconds_bucket{le="60",field="orchestrate"}',
      'jobs_ended_total{status="FAILED",code="PROVIDER_UNAVAILABLE"}',
      'job_duration_seconds_count',
      'model_calls_total{provider="sandbox",model="down",result="PROVIDER_UNAVAILABLE"}',
      'model_call_duration_seconds_count{provider="sandbox",model="down"}',
      `switchyard_build_info{version="${version}",node="${process.versions.node}",database="SQLite"}`,
      'http_connections',
      'process_resident_memory_bytes',
    ])
      expect(samples.get(name), name).toBeGreaterThan(0);
    expect(samples.get('database_writes_waiting')).toBe(0);
    expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
    for (const chosen of ['renamed', 'nobody-counts', EMAIL, world.users.developer.id])
      expect(text).not.toContain(chosen);
  });
});

test('health is always live; readiness fails with 503 and the cause, checks once per second, and ends with the server', async () => {
  let looked = 0;
  let ending = false;
  let now = 0;
  const lines: string[] = [];
  const logger = pino({ base: undefined }, { write: (line: string) => lines.push(line) });
  const server = createServer();
  const isHealth = healthResponder(
    openHealth({
      database: 'SQLite',
      check: async () => {
        looked += 1;
        return { cause: 'The database is damaged.', detail: 'SQLITE_CORRUPT' };
      },
      isEnding: () => ending,
      logger,
      now: () => now,
    }),
  );
  server.on('request', async (request, response) => {
    if (!(await isHealth(request, response))) response.end('not health');
  });
  const origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  const ask = async (address: string, method = 'GET') => {
    const response = await fetch(origin + address, { method });
    return [response.status, await response.text()];
  };
  expect(await ask('/api/health')).toEqual([200, JSON.stringify({ status: 'ok', version })]);
  const unreadyFor = (cause: string) => [
    503,
    JSON.stringify({ status: 'unready', database: 'SQLite', version, cause }),
  ];
  const unready = unreadyFor('The database is damaged.');
  expect(await ask('/api/health/ready')).toEqual(unready);
  expect(await ask('/api/health/ready?again')).toEqual(unready);
  expect(await ask('/api/health/ready', 'HEAD')).toEqual([503, '']);
  expect((await ask('/api/health/ready', 'POST'))[0]).toBe(405);
  expect(await ask('/api/healthy')).toEqual([200, 'not health']);
  expect(looked).toBe(1);
  now = 1_000;
  expect(await ask('/api/health/ready')).toEqual(unready);
  expect(looked).toBe(2);
  expect(lines.map((line) => JSON.parse(line).detail)).toEqual(['SQLITE_CORRUPT']);
  ending = true;
  expect(await ask('/api/health/ready')).toEqual(unreadyFor('The server is ending.'));
  server.closeAllConnections();
  server.close();
});

test('a server without a living worker stays ready, and says that jobs wait', async () => {
  const health = openHealth({
    ...{ database: 'PostgreSQL', check: async () => undefined, isEnding: () => false },
    ...{ lacksWorkers: () => true, logger: pino({ level: 'silent' }) },
  });
  const { status, text } = await health('/api/health/ready', 'GET');
  expect([status, JSON.parse(text)]).toEqual([
    200,
    {
      ...{ status: 'ready', database: 'PostgreSQL', version },
      jobs: 'No worker is alive: jobs wait until one starts.',
    },
  ]);
});

test('a request id is kept if it is one, and made otherwise', () => {
  const carrying = (id: string) => ({ headers: { 'x-request-id': id } }) as unknown as IncomingMessage;
  expect(requestId(carrying('abc-12345'))).toBe('abc-12345');
  for (const wrong of ['short', 'a b c d e f g h', 'x'.repeat(65)]) {
    const request = carrying(wrong);
    expect(requestId(request)).toMatch(/^[0-9a-f-]{36}$/);
    expect(request.headers['x-request-id']).not.toBe(wrong);
  }
});

/** Reads the text format strictly: each family has HELP and TYPE before its samples. @returns values by series */
function parseExposition(text: string): Map<string, number> {
  expect(text.endsWith('\n')).toBe(true);
  const samples = new Map<string, number>();
  let family = '';
  for (const line of text.split('\n').filter(Boolean)) {
    const [, kind, named = ''] = /^# (HELP|TYPE) ([a-z_:][a-z0-9_:]*) \S.*$/i.exec(line) ?? [];
    if (kind === 'HELP') family = named;
    else if (kind === 'TYPE')
      expect(line).toMatch(new RegExp(`^# TYPE ${family} (counter|gauge|histogram|summary)$`));
    else {
      const [, series = '', name = '', value] =
        /^(([a-z_:][a-z0-9_:]*)(?:\{[a-z_]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\["\\n])*")*\})?) (-?[0-9.e+-]+|NaN|[+-]Inf)$/i.exec(
          line,
        ) ?? [];
      expect(name.replace(/_(bucket|sum|count)$/, ''), line).toBe(family.replace(/_(sum|count)$/, ''));
      expect(samples.has(series), series).toBe(false);
      samples.set(series, Number(value));
    }
  }
  return samples;
}
