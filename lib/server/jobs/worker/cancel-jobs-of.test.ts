import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteApiKey, reactivateApiKey, revokeApiKey } from '@/lib/server/api-keys/api-key-status';
import { updateApiKeyScopes } from '@/lib/server/api-keys/update-api-key';
import { authenticate } from '@/lib/server/auth/authenticate';
import { operatorViewer, type Viewer } from '@/lib/server/auth/viewer';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { insertUser } from '@/lib/server/users/create-user';
import { getUserAccess } from '@/lib/server/users/get-user-access';
import { disableUser, enableUser, updateUser } from '@/lib/server/users/update-user';
import { enqueueWorkflow } from '@/lib/server/workflows/start-workflow';
import { type AuditEvent, type Job, Prisma, type User } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { onPostgres } from '@/testing/test-database';
import { keyOf } from '@/testing/test-world';

let system: JobSystem;
let admin: Viewer;
let person: User;
/** A call through a key of the person's. */
let caller: Viewer;

async function open(planId: string) {
  system = await JobSystem.open([planId]);
  await system.start();
  const [first] = system.viewers;
  if (!first) throw new Error('There is no account.');
  admin = first;
  const { ctx } = system.process;
  person = await ctx.db.write((tx) =>
    insertUser(tx, ctx, null, admin.accountId, {
      ...{ email: 'dev@example.com', role: 'DEVELOPER', first_name: null, last_name: null, passwordHash: '' },
      scopes: { read: true, write: true, admin: false },
    }),
  );
  const { rawKey } = await keyOf(ctx, person, ['read', 'write']);
  const viewer = await authenticate(ctx, rawKey);
  if (!viewer) throw new Error("The key doesn't work.");
  caller = viewer;
}
beforeEach(() => open('plan_basic'));
afterEach(() => system.close());

type Revocation = (ctx: WorkflowContext) => Promise<unknown>;

const ways: Record<string, Revocation> = {
  'revoking the key': (ctx) => revokeApiKey(ctx, admin, caller.credentialId),
  'deleting the key': (ctx) => deleteApiKey(ctx, operatorViewer(person), caller.credentialId),
  "taking the key's write scope away": (ctx) =>
    updateApiKeyScopes(ctx, admin, caller.credentialId, { read: true }),
  'disabling the user': (ctx) => disableUser(ctx, admin, person.id),
  "taking the user's write scope away": (ctx) =>
    updateUser(ctx, admin, person.id, { scopes: { read: true, write: false, admin: false } }),
};
const [revoking] = Object.values(ways) as [Revocation];

const stepOf = (id: string, model: string) => ({ id, task: 'generation', model: `sandbox/${model}` });
const enqueue = (viewer: Viewer, model: string, steps = 1) =>
  enqueueWorkflow(
    system.process.ctx,
    viewer,
    {
      ...{ name: 'Job', input: 'The arm stops.', mode: 'SEQUENTIAL' },
      steps: Array.from({ length: steps }, (_, index) => stepOf(`s${index}`, model)),
    },
    {},
  );
const jobs = () => system.rows<Job>(Prisma.sql`SELECT * FROM "Job" ORDER BY "createdAt", "id"`);
const statuses = async () => [...new Set((await jobs()).map(({ status }) => status))];
const endedJobs = async () => (await jobs()).filter(({ queueState }) => queueState === 'ENDED');

/** A parked job, two that run, and two that wait. */
async function fillLine() {
  await enqueue(caller, 'limited');
  await system.settle();
  system.process.gate.letPass(0);
  await system.settle();
  for (let count = 0; count < 4; count += 1) await enqueue(caller, 'fast');
  await system.settle();
  const states = (await jobs()).map(({ queueState }) => queueState).sort();
  expect(states).toEqual(['DISPATCHED', 'DISPATCHED', 'PARKED', 'WAITING', 'WAITING']);
}

describe.each(Object.entries(ways))('%s', (_, revoke) => {
  test('cancels its jobs, whether they wait, are parked, or run: no further call leaves, and each is metered', async () => {
    await fillLine();
    const calls = system.calls.length;
    await revoke(system.process.ctx);
    await system.settle();
    expect(await endedJobs()).toHaveLength(5);
    expect(await statuses()).toEqual(['CANCELED']);
    await system.pass(120_000);
    expect(system.calls).toHaveLength(calls);
    expect(system.process.gate.waiting).toEqual([]);
    expect((await jobs()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1, 1, 1]);
    const [executions] = await system.rows<{ count: number | bigint }>(
      Prisma.sql`SELECT count(*) AS "count" FROM "Execution"`,
    );
    expect(Number(executions?.count)).toBe(3);
    const events = await system.rows<AuditEvent>(
      Prisma.sql`SELECT * FROM "AuditEvent" ORDER BY "createdAt" DESC`,
    );
    const counts = events.flatMap(({ metadata }) => {
      const details = (typeof metadata === 'string' ? JSON.parse(metadata) : metadata) as object;
      return 'jobs_canceled' in details ? [details.jobs_canceled] : [];
    });
    expect(counts).toEqual([5]);
  });

  test("leaves other people's jobs alone", async () => {
    await enqueue(admin, 'fast');
    await revoke(system.process.ctx);
    await system.finish();
    expect(await statuses()).toEqual(['COMPLETED']);
  });

  test('refuses or cancels a job that is accepted at the same moment', async () => {
    const accepted = Array.from({ length: 8 }, (_, index) => {
      const job = enqueue(caller, 'fast');
      return index === 3 ? Promise.all([job, revoke(system.process.ctx)]).then(([view]) => view) : job;
    });
    const results = await Promise.allSettled(accepted);
    await system.settle();
    const views = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect((await endedJobs()).length).toBe((await jobs()).length);
    expect((await jobs()).length).toBeGreaterThanOrEqual(views.length);
    if (views.length > 0) expect(await statuses()).toEqual(['CANCELED']);
    await expect(enqueue(caller, 'fast')).rejects.toMatchObject({
      code: expect.stringMatching('UNAUTHENTICATED|FORBIDDEN'),
    });
  });

  test('holds if the process crashes before any of it has had an effect', async () => {
    await fillLine();
    const calls = system.calls.length;
    system.process.db.crashAfterWrite();
    await revoke(system.process.ctx).catch(() => {});
    system.crash('dead');
    await system.start();
    await system.pass(120_000);
    expect(await statuses()).toEqual(['CANCELED']);
    expect(await endedJobs()).toHaveLength(5);
    expect(system.calls).toHaveLength(calls);
  });

  test('reaches running jobs from a process that runs no workflows', async () => {
    await fillLine();
    const { workflows: _, ...command } = system.process.ctx;
    await revoke(command);
    await system.pass(500);
    await expect.poll(() => endedJobs().then((ended) => ended.length)).toBe(5);
    expect(await statuses()).toEqual(['CANCELED']);
  });
});

describe('a revocation of many jobs', () => {
  const JOBS = 60;
  const STEPS = 40;
  beforeEach(async () => {
    await system.close();
    await open('plan_pro');
    await Promise.all(Array.from({ length: JOBS }, () => enqueue(caller, 'fast', STEPS)));
    await system.settle();
    expect(system.process.gate.waiting).toHaveLength(32);
  });

  /** Ends what each transaction has ended: by its steps, which are written once. */
  function watchBatches(): number[] {
    const { db } = system.process;
    const batches: number[] = [];
    const stepsEnded = async () => (await endedJobs()).length * STEPS;
    const { write } = db;
    let before = 0;
    db.write = async (transaction, options) => {
      const result = await write(transaction, options);
      const ended = await stepsEnded();
      batches.push(ended - before);
      before = ended;
      return result;
    };
    return batches;
  }

  test("ends about 200 steps' worth at once, and the others in batches behind it; none of them ever runs", async () => {
    // Nothing ends because its run is aborted: what is counted are the batches.
    const batches = watchBatches();
    system.process.runtime.worker.abort = () => {};
    await revoking(system.process.ctx);
    expect(await statuses()).not.toEqual(['CANCELED']);
    await expect.poll(() => endedJobs().then((ended) => ended.length)).toBe(JOBS - 32);
    expect(Math.max(...batches)).toBeLessThanOrEqual(200);
    expect(batches.filter((steps) => steps > 0).length).toBeGreaterThanOrEqual(2);
    const calls = system.calls.length;
    system.process.gate.open();
    await system.pass(500);
    await system.finish();
    expect(system.calls.length).toBeLessThanOrEqual(calls + 32);
    expect((await jobs()).filter(({ status }) => status === 'CANCELED').length).toBeGreaterThanOrEqual(
      JOBS - 32,
    );
  });

  test("holds if the process crashes after it, and keeps no other user's job waiting forever", async () => {
    await enqueue(admin, 'fast');
    system.process.db.crashAfterWrite();
    await revoking(system.process.ctx).catch(() => {});
    system.crash('dead');
    const calls = system.calls.length;
    await system.start();
    await system.finish();
    const ended = await jobs();
    expect(ended.filter(({ status }) => status === 'CANCELED')).toHaveLength(JOBS);
    expect(ended.filter(({ status }) => status === 'COMPLETED')).toHaveLength(1);
    expect(system.calls).toHaveLength(calls + 1);
  });

  test('ends all even if the database is away for a while', async () => {
    const { worker } = system.process.runtime;
    const { writer } = worker;
    worker.abort = () => {};
    const change = writer.change.bind(writer);
    let failures = 3;
    writer.change = (...write) => {
      failures -= 1;
      if (failures >= 0) throw new DatabaseUnavailable('locked');
      return change(...write);
    };
    await revoking(system.process.ctx);
    for (let second = 0; second < 3; second += 1) {
      await system.settle();
      expect((await endedJobs()).length).toBeLessThan(JOBS - 32);
      system.clock.moveTo(system.clock.now() + 1_000);
    }
    await system.settle();
    expect(await endedJobs()).toHaveLength(JOBS - 32);
  });

  test('gives the right back only once all have ended, so none of them comes back to life', async () => {
    const { ctx } = system.process;
    const { revoked } = system.process.runtime.worker;
    const endOf = revoked.endOf.bind(revoked);
    revoked.endOf = () => {};
    await revoking(ctx);
    const again = () => reactivateApiKey(ctx, admin, caller.credentialId);
    await expect(again()).rejects.toMatchObject({ code: 'CONFLICT' });
    endOf([admin.accountId]);
    await system.settle();
    await again();
    await system.finish();
    expect(await statuses()).toEqual(['CANCELED']);
  });
});

test('the preview of disabling a user counts the jobs that it cancels', async () => {
  const openJobsOf = async ({ id }: User) => (await getUserAccess(system.process.ctx, admin, id)).openJobs;
  const openJobs = () => Promise.all([person, admin.user].map(openJobsOf));
  await fillLine();
  await enqueue(admin, 'fast');
  expect(await openJobs()).toEqual([5, 1]);
  await disableUser(system.process.ctx, admin, person.id);
  expect(await openJobs()).toEqual([0, 1]);
  await system.finish();
  expect(await openJobs()).toEqual([0, 0]);
});

test('a user who is enabled again has no job back', async () => {
  await fillLine();
  await disableUser(system.process.ctx, admin, person.id);
  await enableUser(system.process.ctx, admin, person.id);
  await system.finish();
  expect(await statuses()).toEqual(['CANCELED']);
});

test('a rotated or expired key keeps its jobs', async () => {
  await fillLine();
  const expiresAt = new Date(system.clock.now() - 1);
  await system.base.db.write((tx) =>
    tx.apiKey.update({ where: { id: caller.credentialId }, data: { expiresAt, secretHash: 'another' } }),
  );
  await system.finish();
  expect(await statuses()).toEqual(['COMPLETED']);
});

test.runIf(onPostgres)(
  'a process without a worker cancels jobs that another one runs, and those left for any',
  async () => {
    await fillLine();
    await system.start({ runsJobs: false });
    await revoking(system.process.ctx);
    await expect.poll(() => system.pass(500).then(endedJobs), { timeout: 10_000 }).toHaveLength(5);
    expect(await statuses()).toEqual(['CANCELED']);
  },
);
