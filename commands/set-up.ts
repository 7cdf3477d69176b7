import { setUpServer } from '@/commands/setup/setup';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { probePort } from '@/server/http/connections/listen';

/** What `npm start` does before it serves: a database that is migrated and filled, and a site that is built. */
export default async function setUp(): Promise<void> {
  const environment = projectEnvironment();
  // First: a taken port need not wait for a build.
  await probePort(environment);
  await setUpServer(environment, { production: true });
}
