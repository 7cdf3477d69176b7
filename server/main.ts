import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { serve } from '@/server/serve';
import { prepareDatabase } from '@/server/starting/prepare-database';

/**
 * Serves the built site.
 * @param options.migrate brings the database up to date first
 * @throws Stop saying what keeps the server from starting
 */
export async function main({ migrate = false }: { migrate?: boolean } = {}): Promise<void> {
  const environment = projectEnvironment();
  if (migrate) await prepareDatabase(environment);
  await serve(environment, { dev: false });
}
