/** The job with 50 steps and 300 attempts. */
export const LARGE_JOB = 'job_large000000000000000';

/** The measured requests. Of each, there are the milliseconds of every round by database, the demo data first. */
export const measuredLists = ['jobs', 'search', 'reliability', 'job'] as const;
export type ListTimes = Record<(typeof measuredLists)[number], number[][]>;
