import type { SqlQueries } from '@/lib/server/database/database';
import { deleteFiles } from '@/lib/server/files/file-contents';
import { changeAccounts } from '@/lib/server/jobs/ledger/account-storage';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Deletes jobs with all their rows and files, and gives their bytes back to their accounts. */
export async function deleteJobs(tx: SqlQueries, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await deleteFiles(tx, jobIds);
  const listed = tx.dialect.listed(jobIds);
  await changeAccounts(
    tx,
    Prisma.sql`
      SELECT "accountId", -sum("storedBytes") AS "bytes" FROM "Job" WHERE "id" IN ${listed} GROUP BY "accountId"`,
  );
  await tx.$executeRaw`DELETE FROM "Job" WHERE "id" IN ${listed}`;
}
