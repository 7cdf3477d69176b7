import { isPostgresUrl } from '@/lib/config/database-url';
import { databaseName } from '@/lib/server/database/database-name';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { holdDatabase } from '@/lib/server/database/sqlite/hold-database';
import { logger } from '@/lib/server/logging/logger';
import { environment } from '@/lib/server/runtime/environment';
import { runtime } from '@/lib/server/runtime/runtime';
import { healthWithinNext } from '@/lib/server/starting/health';
import { readCatalog } from '@/lib/server/starting/read-catalog';
import { startRuntime } from '@/lib/server/starting/start-runtime';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * Starts under `next dev` or `next start`, which prepare nothing. If the database isn't ready, the log says which
 * command prepares it, and every call of the API fails as unavailable.
 */
export async function startWithinNext(): Promise<void> {
  healthWithinNext();
  try {
    const { databaseUrl } = environment;
    await requirePreparedDatabase(databaseUrl);
    // The server in front holds it already, and hot reload registers again.
    if (!runtime.api && !isPostgresUrl(databaseUrl))
      runtime.releaseDatabase = holdDatabase(databaseName(databaseUrl), Number(process.env.PORT) || null);
    startRuntime(environment, readCatalog(environment.modelsFile));
  } catch (error) {
    if (error instanceof Stop) logger.error(error.message);
    else logger.error({ err: error }, "The API couldn't be started");
  }
}

/** @throws Stop naming the command that prepares the database */
async function requirePreparedDatabase(databaseUrl: string): Promise<void> {
  const { kind } = await databaseState(databaseUrl);
  if (kind === 'current') return;
  const [state, remedy] = kind === 'missing' ? ['is missing', 'makes'] : ['lacks migrations', 'migrates'];
  const command = process.env.NODE_ENV === 'development' ? 'npm run dev' : 'npm start';
  throw new Stop(`The database ${databaseName(databaseUrl)} ${state}. Run ${command}, which ${remedy} it.`);
}
