import { afterEach, beforeEach, expect, test } from 'vitest';
import { updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { type Job, type JobStep, Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { onPostgres } from '@/testing/test-database';

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_pro']);
  await system.start();
});
afterEach(() => system.close());

test('rows of one update have their own columns: others keep their values, and what concerns one row is put together', async () => {
  const input = { steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast' }] };
  const jobs = await Promise.all([1, 2, 3].map(() => system.enqueue(0, input)));
  const [first = '', second = '', third = ''] = jobs.map(({ id }) => id);
  await system.settle();
  await system.base.db.writeRows((tx) =>
    updateRows(
      tx,
      'Job',
      ['id'],
      [
        { id: first, crashCount: 1, traceparent: 'old' },
        { id: second, crashCount: 2 },
        { id: first, traceparent: 'new', errorCode: null },
      ],
    ),
  );
  const rows = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job"`);
  const columnsOf = (id: string) => rows.find((row) => row.id === id);
  expect(columnsOf(first)).toMatchObject({ crashCount: 1, traceparent: 'new', status: 'RUNNING' });
  expect(columnsOf(second)).toMatchObject({ crashCount: 2, traceparent: null, status: 'RUNNING' });
  expect(columnsOf(third)).toMatchObject({ crashCount: 0, traceparent: null, status: 'RUNNING' });
});

test('each large value is written by a statement of its own, and the others of its row with the rest', async () => {
  const input = { steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast' }] };
  const jobs = await Promise.all([1, 2].map(() => system.enqueue(0, input)));
  const [first = '', second = ''] = jobs.map(({ id }) => id);
  await system.settle();
  const long = (letter: string) => letter.repeat(100_000);
  const parameters: number[] = [];
  await system.base.db.writeRows((tx) => {
    const noted = {
      ...tx,
      dialect: tx.dialect,
      $executeRaw: (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
        parameters.push(Prisma.sql(query as TemplateStringsArray, ...values).values.length);
        return tx.$executeRaw(query, ...values);
      },
    };
    return updateRows(
      noted,
      'JobStep',
      ['jobId', 'position'],
      [
        { jobId: first, position: 0, reason: 'One', output: long('x'), pieces: long('y') },
        { jobId: second, position: 0, reason: 'Two', output: '"z"', pieces: null },
      ],
    );
  });
  // The list of both rows (for PostgreSQL, with their number), then each value with its key.
  expect(parameters).toEqual([onPostgres ? 2 : 1, 3, 3]);
  const rows = await system.rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep"`);
  const stepOf = (id: string) => rows.find(({ jobId }) => jobId === id);
  expect(stepOf(first)).toMatchObject({ reason: 'One', output: long('x'), pieces: long('y') });
  expect(stepOf(second)).toMatchObject({ reason: 'Two', output: '"z"', pieces: null });
});
