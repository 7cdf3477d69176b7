import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnvironment } from '@/lib/config/environment';
import { copyTestDatabase, type TestDatabase } from '@/testing/test-database';
import { serveMonitoring } from './monitoring';

const METRICS_TOKEN = 'metrics-token-of-this-test';

let database: TestDatabase;
let server: Awaited<ReturnType<typeof serveMonitoring>>;
let isEnding = false;
beforeAll(async () => {
  database = await copyTestDatabase();
  const environment = readEnvironment({ DATABASE_URL: database.url, METRICS_TOKEN });
  server = await serveMonitoring(environment, 0, pino({ level: 'silent' }), () => isEnding);
});
afterAll(async () => {
  server.close();
  await database.remove();
});

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
  return { status: response.status, text: await response.text() };
}

test('a process without a site serves its health, its metrics for their token, and nothing else', async () => {
  expect((await ask('/api/health')).status).toBe(200);
  expect((await ask('/api/health/ready')).text).toContain("it couldn't report in");
  expect((await ask('/api/metrics')).status).toBe(401);
  const { text } = await ask('/api/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
  expect(text).toContain('workers_alive');
  expect((await ask('/')).text).toBe(
    'Not found. A worker has /api/health, /api/health/ready and /api/metrics.\n',
  );
  isEnding = true;
  expect((await ask('/api/health/ready')).status).toBe(503);
});
