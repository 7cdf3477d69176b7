import type { SqlQueries, SqlReader } from '@/lib/server/database/database';
import { AppError, conflict } from '@/lib/server/errors';
import { newId, type RandomSource } from '@/lib/server/ids';
import { insertRows, type Row } from '@/lib/server/jobs/ledger/job-rows';
import { stepKey } from '@/lib/server/jobs/ledger/step-key';
import { type JobStep, type OutputFile, Prisma } from '@/prisma/generated/prisma/client';

/** How a job runs an earlier one again. */
export interface Rerun {
  /** The earlier job, of the same account. */
  of: string;
  /** Steps that take their outcome from it, by position. */
  reused: readonly number[];
  /** Whether it's refused if the earlier job was run again before. */
  unlessRerun: boolean;
}

interface RerunJob {
  id: string;
  rerun: Rerun | null;
}

/** Why a job isn't accepted that was to take outcomes that are gone. */
export const outputsGone = () =>
  conflict('The outputs of the earlier job are no longer kept. Run the whole workflow again.');

/** Refuses a job whose earlier job was run again before. */
export class RerunBefore extends AppError {
  constructor() {
    super('CONFLICT', 'This job was run again before.');
  }
}

/** The earlier jobs that were run again before, of new jobs that this refuses. */
export async function rerunBefore(rows: SqlReader, jobs: readonly RerunJob[]): Promise<Set<string>> {
  const ids = jobs.flatMap(({ rerun }) => (rerun?.unlessRerun ? [rerun.of] : []));
  if (ids.length === 0) return new Set();
  const found = await rows<{ ofJobId: string }>(Prisma.sql`
    SELECT "ofJobId" FROM "Rerun" WHERE "ofJobId" IN ${rows.dialect.listed(ids)}`);
  return new Set(found.map(({ ofJobId }) => ofJobId));
}

/**
 * Bytes of the outcomes that new jobs take from earlier ones, by the new job. A job whose earlier outcomes aren't all kept
 * is missing. Neither database reads an output for its length.
 */
export async function bytesOfReused(
  rows: SqlReader,
  jobs: readonly RerunJob[],
): Promise<ReadonlyMap<string, number>> {
  const reusing = jobs.flatMap(({ id, rerun }) => (rerun?.reused.length ? [{ id, ...rerun }] : []));
  if (reusing.length === 0) return new Map();
  type Outcome = Pick<JobStep, 'jobId' | 'position' | 'status'> &
    Record<'output' | 'message', number | bigint | null>;
  const steps = await rows<Outcome>(Prisma.sql`
    SELECT "jobId", "position", "status", octet_length("output") AS "output",
      octet_length("errorMessage") AS "message"
    FROM "JobStep" WHERE "jobId" IN ${rows.dialect.listed([...new Set(reusing.map(({ of }) => of))])}`);
  const kept = new Map(
    steps.flatMap(({ jobId, position, status, output, message }) =>
      status === 'COMPLETED' && output === null
        ? []
        : [[stepKey(jobId, position), Number(output ?? 0) + Number(message ?? 0)] as const],
    ),
  );
  return new Map(
    reusing.flatMap(({ id, of, reused }) => {
      const bytes = reused.map((position) => kept.get(stepKey(of, position)));
      return bytes.every((size) => size !== undefined)
        ? [[id, bytes.reduce<number>((sum, size) => sum + size, 0)] as const]
        : [];
    }),
  );
}

/**
 * Notes which jobs new ones run again, and gives the new ones the outcomes and files that they reuse. They have no attempts,
 * tokens, and cost, since they have called no model. In the transaction that stores the jobs.
 */
export async function storeReruns(
  tx: SqlQueries,
  random: RandomSource,
  jobs: readonly RerunJob[],
  now: Date,
): Promise<void> {
  const reruns = jobs.flatMap(({ id, rerun }) => (rerun ? [{ id, ...rerun }] : []));
  if (reruns.length === 0) return;
  await insertRows(
    tx,
    'Rerun',
    reruns.map(({ id, of }) => ({ jobId: id, ofJobId: of, createdAt: now })),
  );
  for (const { id, of, reused } of reruns)
    if (reused.length > 0) {
      await copyOutcomes(tx, id, of, reused, now);
      await linkFiles(tx, random, id, of, reused);
    }
}

async function copyOutcomes(
  tx: SqlQueries,
  id: string,
  of: string,
  reused: readonly number[],
  now: Date,
): Promise<void> {
  // The outputs stay in the database.
  await tx.$executeRaw`
    UPDATE "JobStep" SET "status" = "earlier"."status", "model" = "earlier"."model",
      "truncated" = "earlier"."truncated", "output" = "earlier"."output", "errorCode" = "earlier"."errorCode",
      "errorMessage" = "earlier"."errorMessage", "errorStepId" = "earlier"."errorStepId", "finishedAt" = ${now}
    FROM "JobStep" AS "earlier"
    WHERE "JobStep"."jobId" = ${id} AND "JobStep"."position" IN ${positions(reused)}
      AND "earlier"."jobId" = ${of} AND "earlier"."position" = "JobStep"."position"`;
  const made = await tx.$queryRaw<{ position: number; ofJobId: string }[]>`
    SELECT "position", "ofJobId" FROM "ReusedStep" WHERE "jobId" = ${of}`;
  const makerOf = new Map(made.map(({ position, ofJobId }) => [Number(position), ofJobId]));
  await insertRows(
    tx,
    'ReusedStep',
    reused.map((position) => ({ jobId: id, position, ofJobId: makerOf.get(position) ?? of })),
  );
}

type LinkedFile = Omit<OutputFile, 'jobId' | 'isReady'>;

/** An account stores each content once, so a file that is linked takes no space. */
async function linkFiles(
  tx: SqlQueries,
  random: RandomSource,
  id: string,
  of: string,
  reused: readonly number[],
): Promise<void> {
  const files = await tx.$queryRaw<LinkedFile[]>`
    SELECT "id", "position", "number", "accountId", "hash", "name", "type", "size", "createdAt" FROM "OutputFile"
    WHERE "jobId" = ${of} AND "position" IN ${positions(reused)} AND "isReady" = true`;
  await insertRows(
    tx,
    'OutputFile',
    files.map((file): Row => ({ ...file, id: newId(random, 'file'), jobId: id, isReady: true })),
  );
}

const positions = (of: readonly number[]): Prisma.Sql => Prisma.sql`(${Prisma.join([...of])})`;
