import type { SqlReader } from '@/lib/server/database/database';
import { codesIn, modelsIn } from '@/lib/server/jobs/ledger/job-search';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';

/** A job that has ended, as lists show it. */
export interface JobOutcome {
  /** That it called, in the order of their first calls; at most as many as there is space for in the list's index. */
  models: string[];
  /** The codes with which its steps and calls failed, as far as there is space for them. */
  errorCodes: string[];
  hasFallbacks: boolean;
}

export async function readOutcomes(
  rows: SqlReader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JobOutcome>> {
  const jobs = await rows<Pick<Job, 'id' | 'endText' | 'hasFallbacks'>>(Prisma.sql`
    SELECT "id", "endText", "hasFallbacks" FROM "Job" WHERE "id" IN ${rows.dialect.listed(ids)}`);
  return outcomesOf(jobs);
}

/** The outcomes of jobs by their ids. */
export const outcomesOf = (
  jobs: readonly Pick<Job, 'id' | 'endText' | 'hasFallbacks'>[],
): ReadonlyMap<string, JobOutcome> =>
  new Map(
    jobs.map(({ id, endText, hasFallbacks }) => [
      id,
      { models: modelsIn(endText), errorCodes: codesIn(endText), hasFallbacks: Boolean(hasFallbacks) },
    ]),
  );
