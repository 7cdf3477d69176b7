// @ts-check
import './console/require-node.mjs';
import { RESTORE_USAGE, readRestoreArguments } from './backup/read-arguments.mjs';
import { runCommand } from './console/command.mjs';
import { say, step } from './console/step.mjs';
import { Stop } from './console/stop.mjs';
import { databaseFile, projectEnvironment } from './project.mjs';
import { runningServers } from './server/starting/server-record.mjs';
import { withSetupLock } from './setup/setup-lock.mjs';

await runCommand(async () => {
  const backup = readRestoreArguments(process.argv.slice(2));
  if (backup === 'help') return console.log(RESTORE_USAGE);
  const database = databaseFile(projectEnvironment().databaseUrl);
  const { restoreBackup } = await import('./backup/restore-backup.mjs');
  // No start of the server comes between.
  await withSetupLock(async () => {
    // One that does not say what it serves may serve this.
    const server = runningServers().find(({ database: served = database }) => served === database);
    if (server)
      throw new Stop(
        `A server of this database runs (process ${server.pid}, port ${server.port}). Stop it and run the command again.`,
      );
    const { aside, pending } = await step(
      'restore',
      `checking and copying ${backup}`,
      async () => restoreBackup(backup, database, { now: new Date() }),
      ({ accounts, events }) => ({ text: `${database}: ${accounts} accounts, ${events} audit events` }),
    );
    if (aside) say('aside', `the database that was there is ${aside}`);
    say('access', 'all sessions have ended; keys revoked and passwords changed since the backup work again');
    if (pending.length > 0)
      say('next', `npm start applies ${pending.join(', ')}, which are newer than the backup`);
  });
});
