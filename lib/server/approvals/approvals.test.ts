import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StepInput } from '@/lib/engine/workflow';
import { decideApproval } from '@/lib/server/approvals/decide-approval';
import { listApprovals } from '@/lib/server/approvals/list-approvals';
import type { Viewer } from '@/lib/server/auth/viewer';
import { getJob } from '@/lib/server/workflows/get-job';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import type { ApprovalDecisionInput } from '@/lib/validation/workflows';
import {
  type Approval,
  type AuditEvent,
  type Callback,
  type Job,
  type JobStep,
  Prisma,
} from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { expectStoredBytes } from '@/testing/engine/stored-bytes';

const DAY = 24 * 60 * 60 * 1_000;

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_basic', 'plan_basic']);
  await system.start();
});
afterEach(async () => {
  await system.settle();
  await expectStoredBytes(system.base.db.sql);
  await system.close();
});

const check = (more: Partial<StepInput> = {}): StepInput => ({ id: 'check', task: 'approval', ...more });
const after: StepInput = {
  id: 'after',
  task: 'generation',
  model: 'sandbox/fast',
  dependsOn: ['check'],
  input: 'Approved: {{ steps.check.output }}',
};

const viewer = (account = 0): Viewer => system.viewers[account] as Viewer;

/** A job whose step waits for a person. */
async function asking(
  steps: StepInput[] = [check()],
  more: Omit<Partial<StartInput>, 'steps'> = {},
): Promise<string> {
  const { id } = await system.enqueue(0, { ...more, steps });
  await system.settle();
  return id;
}

async function decide(jobId: string, decision: ApprovalDecisionInput, by = viewer()) {
  const job = await decideApproval(system.process.ctx, by, { jobId, stepId: 'check', ...decision });
  await system.settle();
  return job;
}

const jobOf = async (id: string): Promise<Job> => {
  const [job] = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" WHERE "id" = ${id}`);
  if (!job) throw new Error('There is no such job.');
  return job;
};
const stepsOf = (id: string) =>
  system.rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep" WHERE "jobId" = ${id} ORDER BY "position"`);
const approvalOf = async (id: string): Promise<Approval | undefined> => {
  const [approval] = await system.rows<Approval>(Prisma.sql`SELECT * FROM "Approval" WHERE "jobId" = ${id}`);
  return approval;
};
const outputOf = async (id: string) => JSON.parse((await stepsOf(id))[0]?.output ?? 'null');
const restart = async () => {
  system.crash('dead');
  await system.start();
  await system.settle();
};

describe('a step that waits for a person', () => {
  test('is parked without a worker or a slot, and says why its job does nothing', async () => {
    const id = await asking();
    expect(await jobOf(id)).toMatchObject({ status: 'RUNNING', queueState: 'PARKED', workerId: null });
    const view = await getJob(system.process.ctx, viewer(), id);
    expect(await view.awaitsApproval()).toBe(true);
    const [step] = await view.steps();
    expect(step).toMatchObject({ status: 'RUNNING', attempts: 0, costNanos: 0 });
    const approval = await step?.approval();
    expect(approval).toMatchObject({ state: 'PENDING', decidedAt: null, decidedBy: null });
    expect(await approval?.texts(new ContentBudget())).toMatchObject({ text: 'The arm stops.' });
    expect(Number(approval?.expiresAt) - Number(approval?.requestedAt)).toBe(7 * DAY);
    // Its account's two slots are free.
    await system.enqueue(0, {
      mode: 'PARALLEL',
      steps: ['a', 'b'].map((name) => ({ ...after, id: name, dependsOn: [], input: 'Go.' })),
    });
    await system.settle();
    expect(system.callsUnderWay(0)).toBe(2);
  });

  test('completes with the text once it is approved, and calls no model itself', async () => {
    const id = await asking([check(), after]);
    await decide(id, { decision: 'APPROVE' });
    expect(system.callsUnderWay(0)).toBe(1);
    expect(system.calls[0]?.work.text).toBe('Approved: The arm stops.');
    await system.finish();
    expect(await jobOf(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(await outputOf(id)).toEqual({ text: 'The arm stops.', data: null, edited: false });
    expect(await approvalOf(id)).toMatchObject({ state: 'APPROVED', decidedById: viewer().user.id });
    const events = await system.rows<AuditEvent>(
      Prisma.sql`SELECT * FROM "AuditEvent" WHERE "action" = 'job.approve'`,
    );
    expect(events).toMatchObject([{ entityId: id, userId: viewer().user.id }]);
  });

  test('completes with the edited text', async () => {
    const id = await asking();
    await decide(id, { decision: 'EDIT', text: 'The arm stalls.' });
    expect(await outputOf(id)).toEqual({ text: 'The arm stalls.', data: null, edited: true });
  });

  test('refuses an edit of JSON that is JSON no longer, names the place, and takes a later one', async () => {
    const id = await asking([check({ input: '{"sum": 1}' })]);
    const broken = { decision: 'EDIT', text: '{\n  "sum": oops}' } as const;
    await expect(decide(id, broken)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'The text must stay JSON. Line 2, column 10: Expected a value.',
    });
    await expect(decide(id, { decision: 'EDIT', text: '3' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await decide(id, { decision: 'EDIT', text: '{"sum": 2}' });
    expect(await outputOf(id)).toEqual({ text: '{"sum": 2}', data: { sum: 2 }, edited: true });
  });

  test('fails with the reason once it is refused, and its job with it', async () => {
    const id = await asking([check(), after]);
    await decide(id, { decision: 'REFUSE', reason: 'Too long.' });
    expect(await jobOf(id)).toMatchObject({
      ...{ status: 'FAILED', errorCode: 'APPROVAL_REFUSED', errorStepId: 'check' },
      errorMessage: 'It was refused: Too long.',
    });
    expect(await stepsOf(id)).toMatchObject([{ status: 'FAILED' }, { status: 'SKIPPED' }]);
  });

  test('lets later steps run after a refusal under CONTINUE', async () => {
    const id = await asking([check({ on_error: 'CONTINUE' }), after]);
    await decide(id, { decision: 'REFUSE' });
    await system.finish();
    expect((await jobOf(id)).status).toBe('COMPLETED_WITH_FAILURES');
    expect(await stepsOf(id)).toMatchObject([{ status: 'FAILED' }, { status: 'COMPLETED' }]);
  });

  test.each([
    ['FAIL', 'FAILED', 'APPROVAL_TIMED_OUT'],
    ['REFUSE', 'FAILED', 'APPROVAL_REFUSED'],
    ['APPROVE', 'COMPLETED', null],
  ])(
    'that nobody decides about in time, with on_timeout %s: its job is %s',
    async (on_timeout, status, errorCode) => {
      const id = await asking([check({ options: { timeout: 3_600, on_timeout } })]);
      await restart();
      await system.pass(3_599_000);
      expect((await jobOf(id)).queueState).toBe('PARKED');
      await system.pass(2_000);
      expect(await jobOf(id)).toMatchObject({ status, errorCode });
      expect((await approvalOf(id))?.state).toBe('TIMED_OUT');
      await expect(decide(id, { decision: 'APPROVE' })).rejects.toMatchObject({ code: 'CONFLICT' });
    },
  );

  test('times out by the wall clock when it jumps, and a decision is refused from the same moment on', async () => {
    const id = await asking([check({ options: { timeout: 3_600 } })]);
    system.clock.jump(-DAY);
    await system.pass(2 * 3_600_000);
    expect((await jobOf(id)).queueState).toBe('PARKED');
    system.clock.jump(DAY);
    await expect(decide(id, { decision: 'APPROVE' })).rejects.toThrow('The time for this decision is over.');
    await system.pass(1_000);
    expect((await jobOf(id)).errorCode).toBe('APPROVAL_TIMED_OUT');
  });

  test('keeps waiting through crashes, and a decision survives a crash before it is applied', async () => {
    const id = await asking([check(), after]);
    await restart();
    await system.pass(6 * DAY);
    expect((await jobOf(id)).queueState).toBe('PARKED');
    const decided = decideApproval(system.process.ctx, viewer(), {
      jobId: id,
      stepId: 'check',
      decision: 'APPROVE',
    });
    await decided;
    await restart();
    await system.finish();
    expect((await jobOf(id)).status).toBe('COMPLETED');
    expect(system.calls.filter(({ work }) => work.text.startsWith('Approved'))).toHaveLength(1);
  });

  test('takes the first of two decisions, and refuses the second', async () => {
    const id = await asking();
    const results = await Promise.allSettled([
      decideApproval(system.process.ctx, viewer(), { jobId: id, stepId: 'check', decision: 'APPROVE' }),
      decideApproval(system.process.ctx, viewer(), { jobId: id, stepId: 'check', decision: 'REFUSE' }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refused] = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused?.reason).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Another person/),
    });
  });

  test('is decided while another step of its job runs, and its branch continues at once', async () => {
    const long = { ...after, id: 'long', dependsOn: [], input: 'Long.' };
    const id = await asking([check(), after, long]);
    expect((await jobOf(id)).queueState).toBe('DISPATCHED');
    expect(system.callsUnderWay(0)).toBe(1);
    await decide(id, { decision: 'APPROVE' });
    expect(system.callsUnderWay(0)).toBe(2);
    await system.finish();
    expect((await jobOf(id)).status).toBe('COMPLETED');
  });

  test("isn't forgotten if its decision comes in the moment when its job is parked", async () => {
    const long = { ...after, id: 'long', dependsOn: [], input: 'Long.' };
    const id = await asking([check(), after, long]);
    const decided = decideApproval(system.process.ctx, viewer(), {
      jobId: id,
      stepId: 'check',
      decision: 'APPROVE',
    });
    system.process.gate.letPass(0);
    await decided;
    await system.settle();
    expect(system.callsUnderWay(0)).toBe(1);
    await system.finish();
    expect((await jobOf(id)).status).toBe('COMPLETED');
  });

  test('ends with its job, and takes no decision afterwards', async () => {
    const id = await asking([check(), after]);
    await system.cancel(0, id);
    expect(await jobOf(id)).toMatchObject({ status: 'CANCELED' });
    expect((await approvalOf(id))?.state).toBe('WITHDRAWN');
    await expect(decide(id, { decision: 'APPROVE' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await system.delete(0, id);
    expect(await approvalOf(id)).toBeUndefined();
  });

  test('is withdrawn if another step fails its job', async () => {
    const id = await asking([
      check(),
      { ...after, id: 'bad', model: 'sandbox/down', dependsOn: [], input: 'Go.' },
    ]);
    system.process.gate.open();
    await system.settle();
    expect(await jobOf(id)).toMatchObject({ status: 'FAILED', errorStepId: 'bad' });
    expect((await approvalOf(id))?.state).toBe('WITHDRAWN');
  });

  test('fails if its text is longer than a person is shown', async () => {
    const id = await asking([check({ input: 'x'.repeat(128 * 1024 + 1) })]);
    expect(await jobOf(id)).toMatchObject({ status: 'FAILED', errorCode: 'PROMPT_TOO_LONG' });
    expect(await approvalOf(id)).toBeUndefined();
  });

  test('shows placeholders for hidden values, and has the values in its output', async () => {
    const hide = { preprocessors: [{ name: 'stripSensitiveData' }], input: 'Write to ada@example.com.' };
    const id = await asking([check(hide)]);
    const shown = (await approvalOf(id))?.text ?? '';
    expect(shown).not.toContain('ada@example.com');
    await restart();
    await decide(id, { decision: 'EDIT', text: `${shown} Today.` });
    expect((await outputOf(id)).text).toBe('Write to ada@example.com. Today.');
  });

  test('is counted without the time of the person', async () => {
    const id = await asking([check()]);
    await system.pass(DAY);
    await decide(id, { decision: 'APPROVE' });
    const [execution] = await system.rows<{ latencyMs: number }>(
      Prisma.sql`SELECT "latencyMs" FROM "Execution"`,
    );
    expect(execution?.latencyMs).toBeLessThan(60_000);
  });
});

test("another account's job is refused like a missing job, and isn't listed", async () => {
  const id = await asking();
  const refusal = (jobId: string) =>
    decide(jobId, { decision: 'APPROVE' }, viewer(1)).catch((error) => error);
  const [foreign, missing] = [await refusal(id), await refusal('job_00000000000000000000')];
  expect(foreign).toMatchObject({ code: 'NOT_FOUND' });
  expect(foreign.message).toBe(missing.message);
  expect(await listApprovals(system.process.ctx, viewer(1), { page: {} })).toEqual([]);
  expect(await listApprovals(system.process.ctx, viewer(), { page: {} })).toMatchObject([
    { jobId: id, stepId: 'check', name: 'Conformance' },
  ]);
});

test('the list pages in both directions, newest first', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.unshift(await asking());
    await system.pass(1_000);
  }
  const list = (page: object) => listApprovals(system.process.ctx, viewer(), { page });
  const all = await list({});
  expect(all.map(({ jobId }) => jobId)).toEqual(ids);
  const [first, second, third] = all.map(({ id }) => id);
  expect((await list({ after: first, limit: 1 })).map(({ id }) => id)).toEqual([second]);
  expect((await list({ before: third, limit: 1 })).map(({ id }) => id)).toEqual([second]);
});

test('a request is reported to the callbacks that ask for it, due at once, and counts toward the storage', async () => {
  const callbacks = [
    { status: 'AWAITING_APPROVAL', url: 'https://example.com/approve' },
    { status: 'COMPLETED', url: 'https://example.com/done' },
  ] as const;
  const id = await asking([check()], { callbacks });
  const stored = await system.rows<Callback>(
    Prisma.sql`SELECT * FROM "Callback" WHERE "jobId" = ${id} ORDER BY "url"`,
  );
  expect(stored).toMatchObject([
    { position: 0, status: null, state: 'PENDING', url: 'https://example.com/approve' },
    { position: null, status: 'COMPLETED', state: 'WAITING' },
  ]);
  await decide(id, { decision: 'APPROVE' });
  expect((await jobOf(id)).status).toBe('COMPLETED');
});
