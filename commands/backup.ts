import path from 'node:path';
import { contentText } from '@/commands/backup/check-copy';
import { refusePostgresBackup } from '@/commands/backup/postgres-backup';
import { backupName, readBackupArguments } from '@/commands/backup/read-arguments';
import { writeBackup } from '@/commands/backup/write-backup';
import { isPostgresUrl } from '@/lib/config/database-url';
import { removeOldBackups } from '@/lib/server/database/backup/write-copy';
import { fileExists } from '@/lib/server/database/file-exists';
import { databaseFile, projectEnvironment } from '@/lib/server/runtime/project-environment';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';

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
