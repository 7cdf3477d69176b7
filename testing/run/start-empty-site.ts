import { probePort } from '@/server/http/connections/listen';
import { type ServerProcess, serve, startProductionServer } from './server-process';
import { temporaryDirectory, testVariables } from './test-variables';

/** A production server with an address and a database of its own. */
export interface Site extends ServerProcess {
  /** As visitors type it. */
  publicUrl: string;
  /** Where this machine reaches it. */
  origin: string;
}

/**
 * Serves the existing build on a free port and an empty database.
 *
 * @param variables that differ from the defaults
 * @throws Stop with the server's output if it doesn't start
 */
export async function startEmptySite(
  variables: { PUBLIC_URL: string } & Record<string, string>,
): Promise<Site> {
  const port = await probePort({ host: '127.0.0.1', port: 0 });
  const env = { ...testVariables(temporaryDirectory(), port), DEMO_DATA: 'off', ...variables };
  const server = await startProductionServer(env, [...serve, '--migrate']);
  return { ...server, publicUrl: variables.PUBLIC_URL, origin: `http://localhost:${port}` };
}
