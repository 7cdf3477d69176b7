import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { readEnvironment } from '@/lib/config/environment';
import { createAccount } from '@/lib/server/account/create-account';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { runtime } from '@/lib/server/runtime/runtime';
import { readCatalog } from '@/lib/server/starting/read-catalog';
import { startRuntime } from '@/lib/server/starting/start-runtime';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { openTraceReceiver } from '@/testing/traces/trace-receiver';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-runtime-'));
});
afterEach(() => {
  delete runtime.api;
  rmSync(folder, { recursive: true });
});

test('a process sends the traces of the jobs that it has ended', async () => {
  const receiver = await openTraceReceiver();
  const file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  const environment = readEnvironment({
    DATABASE_URL: `file:${file}`,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url,
  });
  const { context, workflows, close } = startRuntime(environment, readCatalog(''));
  const { admin } = await createAccount(
    context,
    { name: 'Acme', planId: 'plan_pro', demo: false },
    { email: 'ada@example.com', password: 'correct horse battery', first_name: 'Ada' },
  );
  const { id } = await orchestrate(
    { ...context, workflows },
    operatorViewer(admin),
    { name: 'Traced', input: 'The arm stops.', steps: [{ id: 'a', task: 'summarization' }] },
    {},
  );
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 60_000 });
  await close();
  expect(receiver.spans().map(({ name, attributes }) => [name, attributes['switchyard.job.id']])).toEqual([
    ['invoke_workflow Traced', id],
    ['step summarization', id],
    [expect.stringMatching(/^chat /), id],
  ]);
  await receiver.close();
});

test('closing writes what is in memory only', async () => {
  const file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  const { close } = startRuntime(readEnvironment({ DATABASE_URL: `file:${file}` }), readCatalog(''));
  await close();
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test("closing writes it also if the jobs under way couldn't be given back, and says why", async () => {
  const file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  const { close, workflows } = startRuntime(
    readEnvironment({ DATABASE_URL: `file:${file}` }),
    readCatalog(''),
  );
  const stop = workflows.stop.bind(workflows);
  vi.spyOn(workflows, 'stop').mockImplementation(async () => {
    await stop();
    throw new Error('A job is stuck.');
  });
  await expect(close()).rejects.toThrow('A job is stuck.');
  expect(existsSync(`${file}-wal`)).toBe(false);
});
