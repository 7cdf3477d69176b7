import { isPostgresUrl } from '@/lib/config/database-url';
import type { Environment } from '@/lib/config/environment';
import type { Catalog } from '@/lib/engine/models/catalog';
import { openLogger } from '@/lib/server/logging/open-logger';
import { startRuntime } from '@/lib/server/starting/start-runtime';
import { Stop } from '@/scripts/console/stop.mjs';
import { endInTime } from '@/server/end-in-time';
import { logConsole } from '@/server/monitoring/log-console';
import { serveMonitoring } from '@/server/monitoring/monitoring';
import { checkMigrated } from '@/server/starting/check-start';

/**
 * Runs jobs of a PostgreSQL database until the process is asked to end; then it releases the jobs under way.
 *
 * @param environment of a migrated database
 * @param catalog of its MODELS_FILE
 * @throws Stop if the database isn't migrated
 */
export async function work(environment: Environment, catalog: Catalog): Promise<void> {
  await checkMigrated(environment);
  const logger = openLogger(environment.logLevel);
  const { healthPort } = environment;
  let isEnding = false;
  // Before any job is taken, so that a taken port is reported at once.
  const monitor =
    healthPort === null ? null : await serveMonitoring(environment, healthPort, logger, () => isEnding);
  const { close } = startRuntime({ ...environment, runJobs: true }, catalog);
  // Without a connection, as while the database restarts, nothing else would keep the process.
  const alive = setInterval(() => {}, 60_000);
  endInTime(logger, async () => {
    isEnding = true;
    await close();
    monitor?.close();
    clearInterval(alive);
  });
  console.log(
    monitor
      ? `Switchyard is running jobs, with its health at http://${environment.host}:${monitor.port}/api/health/ready.`
      : 'Switchyard is running jobs.',
  );
  logConsole(logger);
}

/** @throws Stop on SQLite, whose one server runs the jobs */
export function refuseWorkOnSqlite({ databaseUrl }: Environment): void {
  if (!isPostgresUrl(databaseUrl))
    throw new Stop(
      'On SQLite, the server runs the jobs itself. Workers need a PostgreSQL database in DATABASE_URL.',
    );
}
