import { storageBytesOf } from '@/lib/config/plans';
import { formatBytes } from '@/lib/format/number';
import type { SqlQueries } from '@/lib/server/database/database';
import { AppError } from '@/lib/server/errors';
import type { Row } from '@/lib/server/jobs/ledger/job-rows';
import { isExecutionSql } from '@/lib/server/usage/meter-executions';
import { Prisma } from '@/prisma/generated/prisma/client';

// An account's storage is the bytes of its jobs' texts, plus a constant per row, plus the contents of its files. It's
// updated in the transaction that changes them, so that no request has to sum jobs.

/**
 * Bytes that a row counts for in addition to its texts: about what its other columns and its index entries take in either
 * database. Without them, an account could fill the disk with small jobs for free. A callback counts with its seven tries,
 * of each of which up to a KiB of the response is kept, from the start on.
 */
const rowBytes = {
  Job: 1024,
  JobFile: 0,
  JobStep: 512,
  Attempt: 256,
  StepPrompt: 128,
  Callback: 8192,
  Approval: 512,
} as const;

/** Texts whose length a caller or a model decides. */
const texts = {
  Job: ['workflow', 'metadata', 'errorMessage'],
  JobFile: ['text'],
  JobStep: ['output', 'pieces', 'errorMessage'],
  Attempt: ['message'],
  StepPrompt: ['messages'],
  Callback: ['url'],
  Approval: ['instructions', 'reason', 'text', 'edited', 'decidedAs'],
} as const;

type Table = keyof typeof rowBytes;

/** Bytes of a row of a table. Neither database reads a long text for its length. */
function bytesOfRow(table: Table): Prisma.Sql {
  const lengths = texts[table].map((column) => `coalesce(octet_length("${column}"), 0)`);
  return Prisma.raw([rowBytes[table], ...lengths].join(' + '));
}

/** Of the job in question, the bytes of its rows in another table. */
const bytesIn = (table: Exclude<Table, 'Job'>, condition = Prisma.empty) => Prisma.sql`
  (SELECT coalesce(sum(${bytesOfRow(table)}), 0) FROM ${Prisma.raw(`"${table}"`)}
    WHERE "jobId" = "Job"."id" ${condition})`;

/** Callbacks for another end of the job are deleted when it ends; `countedAs` says for which end they are. */
const bytesInCallbacks = bytesIn(
  'Callback',
  Prisma.sql`AND ("Job"."queueState" <> 'ENDED' OR "Callback"."position" IS NOT NULL OR "Callback"."status" = "Job"."status"
    OR ("Callback"."status" = 'COMPLETED' AND "Job"."status" = 'COMPLETED_WITH_FAILURES'))`,
);

/**
 * Bytes that a job counts for. Its attempts and what they have sent count from its end on: while it runs, each call would
 * have to count all earlier ones. Once the content of an execution is deleted, its rows are the account's history, as its usage is, and
 * no longer count. A job that isn't an execution counts until its rows are deleted.
 */
const bytesOfJob = Prisma.sql`
  CASE WHEN "queueState" = 'ENDED' AND "workflow" IS NULL AND ${isExecutionSql} THEN 0
  ELSE ${bytesOfRow('Job')} + ${bytesIn('JobFile')} + ${bytesIn('JobStep')}
    + ${bytesIn('Approval')} + ${bytesInCallbacks} + CASE "queueState" WHEN 'ENDED' THEN ${bytesIn('Attempt')} + ${bytesIn('StepPrompt')} ELSE 0 END END`;

/**
 * Bytes that a new job counts for, as `bytesOfJob` will find them.
 * @param urls of its callbacks, as they are stored
 */
export const bytesOfNewJob = (
  job: Row & { file: string | null },
  steps: number,
  urls: readonly string[],
): number =>
  [job.file, ...texts.Job.map((column) => job[column])].reduce<number>(
    (sum, text) => sum + Buffer.byteLength(String(text ?? '')),
    rowBytes.Job + steps * rowBytes.JobStep + bytesOfCallbacks(urls),
  );

/** Bytes that a job counts for at least if it runs again: its callbacks and the outcomes that it reuses aren't among them. */
export const leastBytesOfRerun = Prisma.sql`
  ${rowBytes.Job} + coalesce(octet_length("workflow"), 0) + coalesce(octet_length("metadata"), 0) + ${bytesIn('JobFile')}
    + ${rowBytes.JobStep} * (SELECT count(*) FROM "JobStep" WHERE "jobId" = "Job"."id")`;

/** Bytes that a row of a bulk run counts for, in addition to its job. */
export const runRowBytes = 128;

/** Bytes that callbacks count for. @param urls one for each, as they are stored */
export const bytesOfCallbacks = (urls: readonly string[]): number =>
  urls.reduce((sum, url) => sum + rowBytes.Callback + Buffer.byteLength(url), 0);

/** Counts jobs whose texts have changed in this transaction, and changes what their accounts store by the difference. */
export async function updateStorage(tx: SqlQueries, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  const listed = tx.dialect.listed(jobIds);
  await Promise.all([
    changeAccounts(
      tx,
      Prisma.sql`
        SELECT "accountId", sum(${bytesOfJob} - "storedBytes") AS "bytes"
        FROM "Job" WHERE "id" IN ${listed} GROUP BY "accountId"`,
    ),
    // A row that stays as it is isn't written.
    tx.$executeRaw`
      UPDATE "Job" SET "storedBytes" = ${bytesOfJob} WHERE "id" IN ${listed} AND "storedBytes" <> ${bytesOfJob}`,
  ]);
}

/** Changes what accounts store. @param changes a query for `accountId` and `bytes` to add */
export const changeAccounts = (tx: SqlQueries, changes: Prisma.Sql) => tx.$executeRaw`
  UPDATE "Account" SET "storedBytes" = "Account"."storedBytes" + "changed"."bytes" FROM (${changes}) AS "changed"
  WHERE "Account"."id" = "changed"."accountId" AND "changed"."bytes" <> 0`;

/** Changes what an account stores by these bytes. */
export const changeStorage = (tx: SqlQueries, accountId: string, bytes: number) => tx.$executeRaw`
  UPDATE "Account" SET "storedBytes" = "storedBytes" + ${bytes} WHERE "id" = ${accountId}`;

export async function readStorage(tx: SqlQueries, accountId: string): Promise<AccountStorage> {
  const [account] = await tx.$queryRaw<{ planId: string; storedBytes: number | bigint }[]>`
    SELECT "planId", "storedBytes" FROM "Account" WHERE "id" = ${accountId}`;
  if (!account) throw new Error(`There is no account ${accountId}.`);
  return storageOf(account);
}

/** The bytes that an account stores, and its limit. */
export interface AccountStorage {
  storedBytes: number;
  storageBytes: number;
}

/** @param account its row, or these columns of it */
export const storageOf = (account: { planId: string; storedBytes: number | bigint }): AccountStorage => ({
  storedBytes: Number(account.storedBytes),
  storageBytes: storageBytesOf(account.planId),
});

/** Why a job, a bulk file, or a bulk run isn't accepted that would pass its account's quota. */
export const storageFull = (
  { storedBytes, storageBytes }: AccountStorage,
  what: 'job' | 'file' | 'run' = 'job',
): AppError =>
  new AppError(
    'STORAGE_FULL',
    `This ${what} doesn't fit in the account's storage: ${formatBytes(Math.max(0, storageBytes - storedBytes))} of ${formatBytes(storageBytes)} are left. Delete jobs, wait until older ones expire, or ask an admin for a larger plan.`,
  );
