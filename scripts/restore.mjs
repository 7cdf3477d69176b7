// @ts-check
import './console/require-node.mjs';
import { isSameFile } from '../lib/config/database-file.mjs';
import { RESTORE_USAGE, readRestoreArguments } from './backup/read-arguments.mjs';
import { runCommand } from './console/command.mjs';
import { say, step } from './console/step.mjs';
import { Stop } from './console/stop.mjs';
import { databaseFile, projectEnvironment } from './project.mjs';
import { runningServers } from './server/starting/server-record.mjs';
import { withSetupLock } from './setup/setup-lock.mjs';

await runCommand(async () => {
  const wanted = readRestoreArguments(process.argv.slice(2));
  if (wanted === 'help') return console.log(RESTORE_USAGE);
  const { backup, acceptBrokenChain } = wanted;
  const database = databaseFile(projectEnvironment().databaseUrl);
  const { restoreBackup } = await import('./backup/restore-backup.mjs');
  // No start of the server comes between.
  await withSetupLock(async () => {
    // One that does not say what it serves may serve this. Servers of other checkouts hold the database itself.
    const server = runningServers().find(({ database: served = database }) => isSameFile(served, database));
    if (server)
      throw new Stop(
        `A server of this database runs (process ${server.pid}, port ${server.port}). Stop it and run the command again.`,
      );
    const { aside, chain, pending } = await step(
      'restore',
      `checking and copying ${backup}`,
      () => restoreBackup(backup, database, { now: new Date(), acceptBrokenChain }),
      ({ accounts, events }) => ({ text: `${database}: ${accounts} accounts, ${events} audit events` }),
    );
    if (aside) say('aside', `the database that was there is ${aside}`);
    if (chain) say('chain', `${chain} It was restored all the same, as --accept-broken-chain says`);
    say('access', 'all sessions have ended; keys revoked and passwords changed since the backup work again');
    if (pending.length > 0)
      say('next', `npm start applies ${pending.join(', ')}, which are newer than the backup`);
  });
});
