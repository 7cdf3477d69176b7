import { setUpDatabase } from '@/commands/set-up/set-up-database';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { readCatalog } from '@/lib/server/starting/read-catalog';
import { probePort } from '@/server/http/connections/listen';
import { serve } from '@/server/serve-site';

/** Serves the sources with hot reload, on seeded data. */
export default async function dev(): Promise<void> {
  const environment = projectEnvironment();
  const catalog = readCatalog(environment.modelsFile);
  await probePort(environment);
  await setUpDatabase(environment);
  await serve(environment, { catalog, dev: true });
}
