import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
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
async function readCompleted() {
  const viewer = operatorViewer(world.users.developer);
  const { id, status } = await orchestrate(server.context, viewer, { input: 'The arm stops.', steps }, {});
  expect(status).toBe('COMPLETED');
  const [job] = await readJobViews(server.context.db.rows, Prisma.sql`"id" = ${id}`);
  if (!job) throw new Error(`${id} is gone.`);
  return job;
}

test('a completed job that is deleted before its result is read has no result, rather than an empty one', async () => {
  const job = await readCompleted();
  await server.context.db.write((tx) => tx.job.delete({ where: { id: job.id } }));
  expect(await job.result(budget)).toBeNull();
  expect(await job.steps()).toEqual([]);
});
