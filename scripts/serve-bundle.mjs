// @ts-check
import fs from 'node:fs';
import { setSourceMapsSupport } from 'node:module';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import { Stop } from './console/stop.mjs';
import { serverBundle } from './project.mjs';

/**
 * Serves the site from the bundle that the build made of server/main.ts, until the process is asked to end.
 *
 * @param {{ migrate?: boolean, worker?: boolean }} [options] `migrate` brings the database up to date first; `worker`
 *   runs jobs instead of serving
 * @throws {Stop} if the site isn't built, or for anything else that keeps the server from starting
 */
export async function serveBundle(options) {
  if (!fs.existsSync(serverBundle)) throw new Stop('The site is not built. Run npm run build.');
  // Otherwise V8 lets the heap grow to several times its living part before it collects it. The memory of new objects
  // can be bounded only by an option of node (package.json).
  v8.setFlagsFromString('--heap-growing-percent=40');
  // Those of packages take 12 MB.
  setSourceMapsSupport(true, { nodeModules: false });
  const { main } = await import(pathToFileURL(serverBundle).href);
  await main(options);
}
