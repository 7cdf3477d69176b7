import path from 'node:path';
import { contentText } from '@/commands/backup/check-copy';
import { refusePostgresBackup } from '@/commands/backup/postgres-backup';
import { backupName, readBackupArguments } from '@/commands/backup/read-arguments';
import { isPostgresUrl } from '@/lib/config/database-url';
import { removeOldBackups, writeCopy } from '@/lib/server/database/backup/write-copy';
import { databaseFile } from '@/lib/server/database/database-name';
import { fileExists } from '@/lib/server/database/file-exists';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { type CopyReport, checkCopy } from './backup/check-copy';

/** Copies the database and checks the copy. Sets nothing up: it must also work on a machine that only serves. */
export default async function backup(): Promise<void> {
  const { databaseUrl } = projectEnvironment();
  if (isPostgresUrl(databaseUrl)) return refusePostgresBackup(databaseUrl);
  const database = databaseFile(databaseUrl);
  const { file, keep } = readBackupArguments(process.argv.slice(2), { now: new Date(), database });
  if (!fileExists(database))
    throw new Stop(`There is no database at ${database} yet, so nothing to back up.`);
  const { schema, chain } = await step(
    'backup',
    `copying ${database}`,
    () => writeBackup(database, file),
    (report) => {
      const ok = !report.schema && !report.chain;
      const size = `${(report.bytes / 1e6).toFixed(1)} MB`;
      return {
        ok,
        text: `${file}: ${size}, ${contentText(report)}, ${ok ? 'checked' : 'but its check failed'}`,
      };
    },
  );
  // The older ones may be the last good ones.
  if (schema || chain)
    throw new Stop(
      `${[schema, chain].filter(Boolean).join(' ')} The backup is written, but a restore would refuse it; no older one was removed.`,
    );
  if (keep === null) return;
  await step(
    'keep',
    'removing older backups',
    async () => removeOldBackups(path.dirname(file), { keep, database, name: backupName }),
    (removed) => ({ text: removed.length > 0 ? `removed ${removed.join(', ')}` : 'nothing to remove' }),
  );
}

/**
 * Writes a backup that was checked.
 *
 * @param database absolute path of a migrated one
 * @param file absolute path of the backup
 * @returns with sentences on what a restore would refuse the backup for, and its size
 * @throws Stop if it can't be written or the copy isn't whole; then no backup has that name
 */
export const writeBackup = (database: string, file: string): Promise<CopyReport & { bytes: number }> =>
  writeCopy(database, file, (copy) => checkCopy(copy, { original: database }));
