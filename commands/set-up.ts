import { setUpServer } from '@/commands/set-up/set-up-server';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { probePort } from '@/server/http/connections/listen';

/** What `npm start` does before it serves: migrates and fills the database, and builds the site. */
export default async function setUp(): Promise<void> {
  const environment = projectEnvironment();
  // First, so that a port in use stops it before the build.
  await probePort(environment);
  await setUpServer(environment, { production: true });
}
