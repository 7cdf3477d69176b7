import { setUpServer } from '@/commands/set-up/set-up-server';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { readCatalog } from '@/lib/server/starting/read-catalog';
import { probePort } from '@/server/http/connections/listen';

/** Prepares `npm start`: migrates and fills the database, and builds the site. */
export default async function setUp(): Promise<void> {
  const environment = projectEnvironment();
  // First, so that a port in use stops it before the build.
  await probePort(environment);
  // Before the database is migrated: a wrong models file stops the server, and must leave nothing changed.
  readCatalog(environment.modelsFile);
  await setUpServer(environment);
}
