import { type Job, Prisma } from '@/prisma/generated/prisma/client';

/** Whether a job that has ended is an execution, which is metered. It isn't if it was canceled before a model was called. */
export const isExecution = ({ status, attempts }: Pick<Job, 'status' | 'attempts'>): boolean =>
  status !== 'CANCELED' || attempts > 0;

/** `isExecution` as a condition on the rows of "Job". */
export const isExecutionSql = Prisma.sql`("status" <> 'CANCELED' OR "attempts" > 0)`;
