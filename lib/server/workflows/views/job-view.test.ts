import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
import type { ReadRows } from '@/lib/server/database/database';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { Prisma } from '@/prisma/generated/prisma/client';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';
import { ContentBudget } from './content-budget';
import { readJobViews } from './job-view';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

const budget = new ContentBudget();
const steps = [{ id: 'a', task: 'generation' }];

/** A completed job, as it is read. */
async function readCompleted(rows: ReadRows = server.context.db.rows) {
  const viewer = operatorViewer(world.users.developer);
  const { id, status } = await orchestrate(server.context, viewer, { input: 'The arm stops.', steps }, {});
  expect(status).toBe('COMPLETED');
  const [job] = await readJobViews(rows, Prisma.sql`"id" = ${id}`);
  if (!job) throw new Error(`${id} is gone.`);
  return job;
}

test('a completed job that is deleted before its result is read has no result, rather than an empty one', async () => {
  const job = await readCompleted();
  await server.context.db.write((tx) => tx.job.delete({ where: { id: job.id } }));
  expect(await job.result(budget)).toBeNull();
  expect(await job.steps()).toEqual([]);
});

test('a read of steps, result, or outputs that failed is tried again for whoever asks next', async () => {
  const { rows } = server.context.db;
  let failing = false;
  const mayFail = async <Row>(query: Prisma.Sql): Promise<Row[]> => {
    if (failing) throw new Error('The database is locked.');
    return rows<Row>(query);
  };
  const job = await readCompleted(Object.assign(mayFail, { dialect: rows.dialect }));
  const output = async () => (await job.steps())[0]?.output(budget);
  failing = true;
  await expect(job.result(budget)).rejects.toThrow('locked');
  await expect(job.steps()).rejects.toThrow('locked');
  failing = false;
  const result = await job.result(budget);
  expect(result).toMatchObject({ text: expect.any(String) });
  await job.steps();
  failing = true;
  await expect(output()).rejects.toThrow('locked');
  failing = false;
  expect(await output()).toEqual(result);
  expect(await job.result(budget)).toEqual(result);
});
