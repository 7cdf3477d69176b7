import { Prisma } from '@/prisma/generated/prisma/client';

/** Steps whose jobs end in one transaction, so that others can write in between. */
const STEPS_AT_ONCE = 200;

/** A job and the number of its steps. */
export interface JobSize {
  id: string;
  steps: number | bigint;
}

/** The first of these jobs, as many as one transaction ends. */
export function firstBatch<Job extends JobSize>(jobs: readonly Job[]): Job[] {
  let steps = 0;
  const rest = jobs.findIndex((job, index) => {
    steps += Number(job.steps);
    return index > 0 && steps > STEPS_AT_ONCE;
  });
  return rest < 0 ? [...jobs] : jobs.slice(0, rest);
}

/** The number of a job's steps. */
export const stepCount = Prisma.sql`(SELECT count(*) FROM "JobStep" WHERE "jobId" = "Job"."id")`;
