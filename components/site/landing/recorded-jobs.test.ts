import { expect, test } from 'vitest';
import {
  attemptsQuery,
  runInput,
  runMutation,
  sampleFile,
  sampleMutation,
  sampleResultQuery,
  sampleVariables,
} from '@/lib/config/landing-jobs';
import { sumDollars } from '@/lib/format/money';
import { postFile } from '@/testing/post-file';
import { openTestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';
import recorded from './recorded-jobs.json';

test('the landing page shows recorded jobs as the engine runs them: run `npm run record` if not', async () => {
  const server = await openTestServer();
  try {
    const { users } = await createTestWorld(server.context);
    const token = await sessionToken(server.context, users.developer);
    const call = async (query: string, variables: Record<string, unknown>) => {
      const { data, errors } = await server.call({ query, variables, token });
      expect(errors).toEqual([]);
      return data as Record<string, unknown>;
    };
    const { orchestrate: job } = (await call(runMutation, { input: runInput })) as {
      orchestrate: { jobId: string };
    };
    const { listAttempts: attempts } = await call(attemptsQuery, { jobId: job.jobId });
    expect(lasting({ job, attempts })).toEqual(lasting(recorded.run));

    const operation = { query: sampleMutation, variables: sampleVariables };
    const file = new File([sampleFile.text], sampleFile.name);
    const started = await (await postFile(server, token, operation, file)).json();
    const { jobId } = started.data.queueAsyncWorkflow;
    await expect
      .poll(
        async () => (await server.context.db.prisma.job.findUniqueOrThrow({ where: { id: jobId } })).status,
      )
      .toBe('COMPLETED');
    const ended = { data: await call(sampleResultQuery, { jobId }) };
    expect(lasting({ started, ended })).toEqual(lasting(recorded.sample));
  } finally {
    await server.close();
  }
});

test('the recorded run has a 429, its fallback, and sums that are those of its calls', () => {
  const { job, attempts } = recorded.run;
  const summary = attempts.filter(({ stepId }) => stepId === 'summary');
  expect(summary.map(({ model, status, outcome }) => [model, status, outcome])).toEqual([
    ['sandbox/limited', 429, 'FAILED'],
    ['sandbox/quality', null, 'ANSWERED'],
  ]);
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  expect(sum(attempts.map(({ inputTokens }) => inputTokens))).toBe(job.tokensIn);
  expect(sum(attempts.map(({ outputTokens }) => outputTokens))).toBe(job.tokensOut);
  expect(sumDollars(attempts.map(({ cost }) => cost))).toBe(sumDollars([job.cost]));
});

/** A recording without the ids and times that differ in each run. */
const lasting = (recording: object) =>
  JSON.parse(
    JSON.stringify(recording, (key, value) =>
      ['jobId', 'startedAt', 'finishedAt', 'milliseconds'].includes(key) ? undefined : value,
    ),
  );
