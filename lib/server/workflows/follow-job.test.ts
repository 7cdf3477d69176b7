import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { operatorViewer, type Viewer } from '@/lib/server/auth/viewer';
import { JobEvents } from '@/lib/server/jobs/worker/job-events';
import type { WorkflowContext, WorkflowRuntime } from '@/lib/server/jobs/worker/workflow-runtime';
import { enqueueWorkflow, orchestrate } from '@/lib/server/workflows/start-workflow';
import { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import type { JobView } from '@/lib/server/workflows/views/job-view';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld } from '@/testing/test-world';
import { type WatchedRows, watchRows } from '@/testing/watch-rows';
import { jobUpdates } from './follow-job';

const steps = ['a', 'b'].map((id) => ({ id, task: 'generation' }));

let server: TestServer;
let viewer: Viewer;
let watched: WatchedRows;
let events: JobEvents;
let ctx: WorkflowContext;
let id: string;
const leave = new AbortController();
setMaxListeners(100, leave.signal);
beforeAll(async () => {
  server = await openTestServer();
  viewer = operatorViewer((await createTestWorld(server.context)).users.developer);
  watched = watchRows(server.context.db);
  events = new JobEvents(watched.db.sql);
  const workflows = { ...server.context.workflows, events } as WorkflowRuntime;
  ctx = {
    ...server.context,
    db: watched.db,
    workflows: Object.assign(Object.create(server.context.workflows ?? null), workflows),
  };
});
afterAll(async () => {
  leave.abort();
  await server.close();
});
beforeEach(async () => {
  // It stays in its queue.
  const { worker } = server.context.workflows as WorkflowRuntime;
  vi.spyOn(worker.writer.taker, 'capacity').mockReturnValue(null);
  id = (await enqueueWorkflow(server.context, viewer, { input: 'The arm stops.', steps }, {})).id;
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settle = async () => {
  for (let turn = 0; turn < 30; turn += 1) await nextTurn();
};
const pass = async (milliseconds: number) => {
  vi.advanceTimersByTime(milliseconds);
  await settle();
};
/** Something of the job has changed, as another process records it. */
const change = (data: object = {}) =>
  server.context.db.write((tx) =>
    tx.job.update({ where: { id }, data: { revision: { increment: 1 }, ...data } }),
  );
const end = () => change({ status: 'COMPLETED', queueState: 'ENDED', finishedAt: server.context.now() });

/** Counts the statements by what they read, since the last call. */
function reads() {
  const taken = watched.take();
  const count = (part: RegExp) => taken.filter(({ sql }) => part.test(sql)).length;
  return {
    states: count(/"hasEnded"/),
    jobs: count(/"metadataBytes"/),
    steps: count(/"outputBytes"/),
    outputs: count(/"output" FROM "JobStep"/),
  };
}
const nothing = { states: 0, jobs: 0, steps: 0, outputs: 0 };

/** A caller that follows the job, and reads all of each event. */
async function follow(): Promise<JobView[]> {
  const seen: JobView[] = [];
  const updates = await jobUpdates(ctx, viewer, id, leave.signal);
  const read = async () => {
    for await (const job of updates) {
      const budget = new ContentBudget();
      await Promise.all((await job.steps()).map(({ output }) => output(budget)));
      seen.push(job);
    }
  };
  void read();
  return seen;
}

test('twenty followers cost one look per second, and one reading per revision, outputs included', async () => {
  const followers = await Promise.all(Array.from({ length: 20 }, follow));
  await settle();
  expect(followers.map(({ length }) => length)).toEqual(new Array(20).fill(1));
  // Each caller's access was checked.
  expect(reads()).toEqual({ ...nothing, states: 1, jobs: 21, steps: 1 });
  for (let second = 0; second < 3; second += 1) {
    await pass(1_000);
    expect(reads()).toEqual({ ...nothing, states: 1 });
  }
  await change({
    steps: {
      update: { where: { jobId_position: { jobId: id, position: 0 } }, data: { output: '{"text":"Fine."}' } },
    },
  });
  await pass(1_000);
  expect(reads()).toEqual({ states: 1, jobs: 1, steps: 1, outputs: 1 });
  expect(followers.map(({ length }) => length)).toEqual(new Array(20).fill(2));
  await end();
  await pass(1_000);
  expect(reads()).toEqual({ states: 1, jobs: 1, steps: 1, outputs: 1 });
  for (const seen of followers) expect(seen.at(-1)?.status).toBe('COMPLETED');
  await pass(5_000);
  expect(reads()).toEqual(nothing);
});

test("outputs that followers have read aren't kept, and a later follower reads them again", async () => {
  await change({
    steps: {
      update: { where: { jobId_position: { jobId: id, position: 0 } }, data: { output: '{"text":"Fine."}' } },
    },
  });
  await Promise.all(Array.from({ length: 20 }, follow));
  await settle();
  expect(reads()).toEqual({ states: 1, jobs: 21, steps: 1, outputs: 1 });
  await follow();
  await settle();
  // Only its access was checked: the job and its steps are still the same.
  expect(reads()).toEqual({ ...nothing, jobs: 1, outputs: 1 });
  await end();
  await pass(1_000);
});

test('a change in this process is looked at without a wait, and a burst becomes one event', async () => {
  const seen = await follow();
  await settle();
  expect(seen).toHaveLength(1);
  for (let count = 0; count < 50; count += 1) {
    await change();
    events.notify([id]);
    await settle();
  }
  expect(seen).toHaveLength(1);
  await pass(100);
  expect(seen.map(({ revision }) => revision)).toEqual([0, 50]);
  await change();
  events.notify([id]);
  await settle();
  await end();
  events.notify([id]);
  await settle();
  expect(seen.map(({ revision, status }) => [revision, status]).slice(2)).toEqual([[52, 'COMPLETED']]);
});

test('a caller that waits for the end reads the job once', async () => {
  watched.take();
  const waiting = orchestrate(ctx, viewer, { name: 'Awaited', input: 'The arm moves.', steps }, {});
  await settle();
  id = (await server.context.db.prisma.job.findFirstOrThrow({ where: { name: 'Awaited' } })).id;
  for (let count = 0; count < 5; count += 1) {
    await change();
    events.notify([id]);
    await settle();
  }
  expect(reads()).toMatchObject({ jobs: 0, steps: 0 });
  await end();
  events.notify([id]);
  expect((await waiting).status).toBe('COMPLETED');
  expect(reads()).toMatchObject({ jobs: 1, steps: 0 });
});

test('followers of a deleted job are notified, and no query keeps running', async () => {
  const updates = await jobUpdates(ctx, viewer, id, leave.signal);
  await updates.next();
  const next = updates.next();
  await server.context.db.write((tx) => tx.job.delete({ where: { id } }));
  vi.advanceTimersByTime(1_000);
  await expect(next).rejects.toMatchObject({ code: 'NOT_FOUND' });
  watched.take();
  await pass(5_000);
  expect(reads()).toEqual(nothing);
});
