import { contentText } from '@/commands/backup/check-copy';
import { refusePostgresRestore } from '@/commands/backup/postgres-backup';
import { readRestoreArguments } from '@/commands/backup/read-arguments';
import { requireBackup, restoreBackup } from '@/commands/backup/restore-backup';
import { isPostgresUrl, isSameFile } from '@/lib/config/database-url';
import { databaseFile } from '@/lib/server/database/database-name';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { say, step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { withSetupLock } from '@/scripts/setup/setup-lock.mjs';
import { runningServers } from '@/server/starting/server-records';

/** Puts a backup in the database's place. */
export default async function restore(): Promise<void> {
  const { backup, acceptBrokenChain } = readRestoreArguments(process.argv.slice(2));
  const { databaseUrl } = projectEnvironment();
  if (isPostgresUrl(databaseUrl)) refusePostgresRestore(databaseUrl, backup);
  const database = databaseFile(databaseUrl);
  // Before a person is asked to stop the server.
  requireBackup(backup, database);
  // The lock keeps a server from starting during the restore.
  await withSetupLock(async () => {
    // A record without a database may mean this one. Servers of other checkouts hold the database itself.
    const server = runningServers().find(({ database: served = database }) => isSameFile(served, database));
    if (server)
      throw new Stop(
        `A server of this database runs (process ${server.pid}, port ${server.port}). Stop it and run the command again.`,
      );
    const { aside, chain, pending } = await step(
      'restore',
      `checking and copying ${backup}`,
      () => restoreBackup(backup, database, { now: new Date(), acceptBrokenChain }),
      (report) => ({ text: `${database}: ${contentText(report)}` }),
    );
    if (aside) say('aside', `the database that was there is ${aside}`);
    if (chain) say('chain', `${chain} It was restored all the same, as --accept-broken-chain says`);
    say('access', 'all sessions have ended; keys revoked and passwords changed since the backup work again');
    if (pending.length > 0)
      say('next', `npm start applies ${pending.join(', ')}, which are newer than the backup`);
  });
}
