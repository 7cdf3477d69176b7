import { Prisma } from '@/prisma/generated/prisma/client';

// A step of any job by one text, for maps and lists: JOB POSITION.

export const stepKey = (jobId: string, position: number): string => `${jobId} ${position}`;

/** `stepKey` of a row with these two columns. A condition on it also needs one on "jobId", for the index. */
export const stepKeySql = Prisma.sql`"jobId" || ' ' || "position"`;

/** The different jobs of these steps. */
export const jobIdsOf = (keys: readonly string[]): string[] => [
  ...new Set(keys.map((key) => key.slice(0, key.lastIndexOf(' ')))),
];
