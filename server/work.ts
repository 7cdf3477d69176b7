import { isPostgresUrl } from '@/lib/config/database-url';
import type { Environment } from '@/lib/config/environment';
import type { Catalog } from '@/lib/engine/models/catalog';
import { openLogger } from '@/lib/server/logging/open-logger';
import { startRuntime } from '@/lib/server/runtime/start-runtime';
import { endWith } from '@/scripts/console/command.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { logConsole } from '@/server/monitoring/log-console';
import { checkMigrated } from '@/server/starting/check-start';

/**
 * Runs jobs until the process is asked to end, beside the servers of a PostgreSQL database; then it gives back those
 * under way.
 *
 * @param environment of a migrated database
 * @param catalog of its MODELS_FILE
 * @throws Stop on SQLite, whose one server runs the jobs, or if the database isn't migrated
 */
export async function work(environment: Environment, catalog: Catalog): Promise<void> {
  if (!isPostgresUrl(environment.databaseUrl))
    throw new Stop(
      'On SQLite, the server runs the jobs itself. Workers need a PostgreSQL database in DATABASE_URL.',
    );
  await checkMigrated(environment);
  const logger = openLogger(environment.logLevel);
  const { close } = startRuntime({ ...environment, runJobs: true }, catalog);
  // Without a connection, as while the database restarts, nothing else would keep the process.
  const alive = setInterval(() => {}, 60_000);
  endWith(async () => {
    logger.info('Asked to end');
    await close();
    clearInterval(alive);
    logger.info('Ended');
    return 0;
  });
  console.log('Switchyard is running jobs.');
  logConsole(logger);
}
