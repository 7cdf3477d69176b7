import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { readCatalog } from '@/lib/server/starting/read-catalog';
import { serve } from '@/server/serve-site';
import { refuseServedDatabase } from '@/server/starting/check-start';
import { prepareDatabase } from '@/server/starting/prepare-database';
import { refuseWorkOnSqlite, work } from '@/server/worker';

interface Options {
  /** Brings the database up to date first. */
  migrate?: boolean;
  /** Runs jobs, and serves nothing. */
  worker?: boolean;
}

/**
 * Serves the built site, or runs jobs for other servers.
 * @throws Stop with the reason why it can't start
 */
export async function main({ migrate = false, worker = false }: Options = {}): Promise<void> {
  const environment = projectEnvironment();
  const catalog = readCatalog(environment.modelsFile);
  if (worker) refuseWorkOnSqlite(environment);
  else refuseServedDatabase(environment);
  if (migrate) await prepareDatabase(environment);
  if (worker) await work(environment, catalog);
  else await serve(environment, { catalog, dev: false });
}
