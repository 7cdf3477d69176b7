import type { Access } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import type { Viewer } from '@/lib/server/auth/viewer';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import { findJobs } from '@/lib/server/workflows/find-jobs';
import { visibleJobs } from '@/lib/server/workflows/get-job';
import { type JobFilters, jobFilters, rerunLimit } from '@/lib/validation/workflows';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Filters of listJobs, and how many jobs at most. */
export type RerunFilters = Omit<JobFilters, 'bulkJobId' | 'status' | 'withBulkRows'> & {
  /** FAILED by default. */
  status?: 'FAILED' | 'CANCELED' | null | undefined;
  limit?: number | null | undefined;
};

/** A job that matches filters and doesn't run again. */
export interface LeftOutJob {
  jobId: string;
  /** Of the refusal, or `ALREADY_RERUN` or `CONTENT_REMOVED`. */
  code: string;
  message: string;
}

const leaveOut = {
  ALREADY_RERUN: 'This job was run again before.',
  CONTENT_REMOVED: "This job's workflow is no longer kept.",
} as const;

/**
 * Jobs that failed or were canceled, match filters, and can run again, newest first. Looks at a bounded number of jobs.
 * @param accountWide the access required for another user's jobs
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a user whose jobs the caller can't see
 */
export async function findFailedJobs(
  ctx: ServerContext,
  viewer: Viewer,
  { limit, status, ...filters }: RerunFilters,
  accountWide: Access,
): Promise<{ ids: string[]; leftOut: LeftOutJob[]; hasMore: boolean }> {
  const { limit: most } = parseInput(rerunLimit, { limit });
  const { considered } = limits.rerunJobs;
  const { userId, ...parsed } = parseInput(jobFilters, { ...filters, status: status ?? 'FAILED' });
  const owner = userId ? (await findUsageUser(ctx, viewer, userId)).id : undefined;
  const listed = await findJobs(
    ctx.db.prisma,
    { ...visibleJobs(viewer, accountWide), ...(owner && { userId: owner }), filters: parsed },
    { take: considered + 1 },
  );
  const looked = listed.slice(0, considered).map(({ id }) => id);
  if (looked.length === 0) return { ids: [], leftOut: [], hasMore: false };
  const rows = ctx.db.sql;
  type Found = Record<'isKept' | 'isRerun', number | bigint> & { id: string };
  const found = await rows<Found>(Prisma.sql`
    SELECT "id", CASE WHEN octet_length("workflow") IS NULL THEN 0 ELSE 1 END AS "isKept",
      CASE WHEN EXISTS (SELECT 1 FROM "Rerun" WHERE "ofJobId" = "Job"."id") THEN 1 ELSE 0 END AS "isRerun"
    FROM "Job" WHERE "id" IN ${rows.dialect.listed(looked)}`);
  const byId = new Map(found.map((job) => [job.id, job]));
  const ids: string[] = [];
  const leftOut: LeftOutJob[] = [];
  for (const id of looked) {
    if (ids.length === most) break;
    const job = byId.get(id);
    if (!job) continue;
    const code =
      Number(job.isRerun) === 1 ? 'ALREADY_RERUN' : Number(job.isKept) === 0 ? 'CONTENT_REMOVED' : null;
    if (code === null) ids.push(id);
    else leftOut.push({ jobId: id, code, message: leaveOut[code] });
  }
  const last = looked.indexOf(ids.at(-1) ?? '');
  return {
    ids,
    leftOut,
    hasMore: listed.length > considered || (ids.length === most && last < listed.length - 1),
  };
}
