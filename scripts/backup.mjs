// @ts-check
import './console/require-node.mjs';
import path from 'node:path';
import { BACKUP_USAGE, readBackupArguments } from './backup/read-arguments.mjs';
import { runCommand } from './console/command.mjs';
import { step } from './console/step.mjs';
import { Stop } from './console/stop.mjs';
import { fileExists } from './file-exists.mjs';
import { databaseFile, projectEnvironment } from './project.mjs';

// Sets nothing up: it must also work where the site only runs.
await runCommand(async () => {
  const database = databaseFile(projectEnvironment().databaseUrl);
  const wanted = readBackupArguments(process.argv.slice(2), { now: new Date(), database });
  if (wanted === 'help') return console.log(BACKUP_USAGE);
  const { file, keep } = wanted;
  if (!fileExists(database))
    throw new Stop(`There is no database at ${database} yet, so nothing to back up.`);
  const { writeBackup } = await import('./backup/write-backup.mjs');
  const { schema, chain } = await step(
    'backup',
    `copying ${database}`,
    () => writeBackup(database, file),
    ({ bytes, accounts, events }) => ({
      text: `${file}: ${(bytes / 1e6).toFixed(1)} MB, ${accounts} accounts, ${events} audit events, checked`,
    }),
  );
  // Older ones may be the last that are as they should be.
  if (schema || chain)
    throw new Stop(
      `${[schema, chain].filter(Boolean).join(' ')} The backup is written, but a restore would refuse it; no older one was removed.`,
    );
  if (keep === null) return;
  const { removeOldBackups } = await import('./backup/remove-old-backups.mjs');
  await step(
    'keep',
    'removing older backups',
    async () => removeOldBackups(path.dirname(file), { keep, database }),
    (removed) => ({ text: removed.length > 0 ? `removed ${removed.join(', ')}` : 'nothing to remove' }),
  );
});
