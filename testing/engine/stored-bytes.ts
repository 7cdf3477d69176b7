import { expect } from 'vitest';
import type { SqlReader } from '@/lib/server/database/database';
import {
  type Account,
  type Approval,
  type Attempt,
  type Callback,
  type Job,
  type JobFile,
  type JobStep,
  Prisma,
  type StepPrompt,
} from '@/prisma/generated/prisma/client';

const bytes = (...texts: (string | null)[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);

/**
 * Expects what each job and account counts for to be the sum over the stored texts, and a constant per row; and no account
 * to have more open jobs than its bound says.
 */
export async function expectStoredBytes(rows: SqlReader): Promise<void> {
  const jobs = await rows<Job>(Prisma.sql`SELECT * FROM "Job"`);
  const files = await rows<JobFile>(Prisma.sql`SELECT * FROM "JobFile"`);
  const steps = await rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep"`);
  const attempts = await rows<Attempt>(Prisma.sql`SELECT * FROM "Attempt"`);
  const prompts = await rows<StepPrompt>(Prisma.sql`SELECT * FROM "StepPrompt"`);
  const callbacks = await rows<Callback>(Prisma.sql`SELECT * FROM "Callback"`);
  const approvals = await rows<Approval>(Prisma.sql`SELECT * FROM "Approval"`);
  const accounts = await rows<Account>(Prisma.sql`SELECT * FROM "Account"`);
  const counted = (job: Job): number => {
    const isExecution = job.queueState === 'ENDED' && (job.status !== 'CANCELED' || job.attempts > 0);
    if (isExecution && job.workflow === null) return 0;
    let sum = 1024 + bytes(job.workflow, job.metadata, job.errorMessage);
    for (const { text } of files.filter(({ jobId }) => jobId === job.id)) sum += bytes(text);
    for (const step of steps.filter(({ jobId }) => jobId === job.id))
      sum += 512 + bytes(step.output, step.pieces, step.errorMessage);
    for (const { message } of attempts.filter(({ jobId }) => job.queueState === 'ENDED' && jobId === job.id))
      sum += 256 + bytes(message);
    for (const { messages } of prompts.filter(({ jobId }) => job.queueState === 'ENDED' && jobId === job.id))
      sum += 128 + bytes(messages);
    for (const approval of approvals.filter(({ jobId }) => jobId === job.id))
      sum += 512 + bytes(approval.instructions, approval.reason, approval.text, approval.edited);
    for (const { url } of callbacks.filter(({ jobId }) => jobId === job.id)) sum += 8192 + bytes(url);
    return sum;
  };
  expect(jobs.map(({ id, storedBytes }) => [id, storedBytes])).toEqual(
    jobs.map((job) => [job.id, counted(job)]),
  );
  expect(accounts.map(({ id, storedBytes }) => [id, Number(storedBytes)])).toEqual(
    accounts.map(({ id }) => [
      id,
      jobs.reduce((sum, job) => sum + (job.accountId === id ? job.storedBytes : 0), 0),
    ]),
  );
  for (const { id, openJobsAtMost } of accounts)
    expect(openJobsAtMost).toBeGreaterThanOrEqual(
      jobs.filter(({ accountId, queueState }) => accountId === id && queueState !== 'ENDED').length,
    );
}
