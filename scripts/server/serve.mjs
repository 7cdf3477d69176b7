// @ts-check
import { createServer } from 'node:http';
import path from 'node:path';
import { styleText } from 'node:util';
import { demoPassword } from '../../lib/config/demo.mjs';
import { endWith } from '../console/command.mjs';
import { Stop } from '../console/stop.mjs';
import { databaseState } from '../migrations/database-state.mjs';
import { root } from '../project.mjs';
import { checkTarget } from './check-target.mjs';
import { clientAddress, requestId } from './client-address.mjs';
import { closeGracefully } from './close-gracefully.mjs';
import { compress } from './compress.mjs';
import { accountsIn, refuseExposedDemoAccounts } from './demo-accounts.mjs';
import { listen } from './listen.mjs';
import { sendMarkdownTwin } from './markdown-twin.mjs';
import { prerendered } from './prerendered.mjs';
import { sendRootCallsToApi } from './root-api.mjs';
import { recordServer } from './server-record.mjs';
import { boundSharedCaches } from './shared-caches.mjs';

// A proxy in front must give up an idle connection before this server does, and most keep them for a minute.
const timeouts = { keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 60_000 };

/** Where lib/server/running-server.ts keeps itself, which Next has bundled. */
const runningSite = /** @type {{ switchyard?: { close: () => Promise<void> } }} */ (globalThis);

/**
 * Serves the site until the process is asked to end; then it finishes what runs, for ten seconds at most.
 *
 * @param {import('../../lib/config/environment.mjs').Environment} environment of a migrated database
 * @param {{ dev: boolean }} options `dev` compiles on demand and reloads; otherwise the site has been built
 * @throws {Stop} when the port is taken, the database is not migrated, or demo accounts would meet a network
 */
export async function serve(environment, { dev }) {
  if (databaseState(environment.databaseUrl).kind !== 'current')
    throw new Stop('The database is missing or not migrated. Run npm start, which does it.');
  refuseExposedDemoAccounts(environment);
  Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' });

  const server = createServer(timeouts);
  const { close } = closeGracefully(server);
  // Before Next compiles anything: a taken port is told at once.
  const port = await listen(server, environment);
  if (!dev) recordServer(port);
  const { default: next } = await import('next');
  const app = next({ dev, dir: root, hostname: environment.host, port, httpServer: server });
  endWith(async () => {
    await close();
    await app.close();
    await runningSite.switchyard?.close();
    return 0;
  });
  const prepared = app.prepare();
  const handle = app.getRequestHandler();
  const setClientAddress = clientAddress(environment.trustProxy);
  const isAnswered = dev ? () => false : prerendered(path.join(root, '.next'));
  server.on('request', async (request, response) => {
    try {
      setClientAddress(request);
      response.setHeader('x-request-id', requestId(request));
      sendRootCallsToApi(request);
      const refusal = checkTarget(request);
      if (refusal) {
        response.writeHead(refusal.status, { 'content-type': 'text/plain', ...refusal.headers });
        response.end(refusal.message);
        return;
      }
      sendMarkdownTwin(request);
      if (isAnswered(request, response)) return;
      boundSharedCaches(response);
      compress(request, response);
      await prepared;
      await handle(request, response);
    } catch (error) {
      console.error(error);
      response.destroy();
    }
  });
  await prepared;
  announce(environment, port);
}

/** @param {import('../../lib/config/environment.mjs').Environment} environment @param {number} port */
function announce({ host, databaseUrl, publicUrl }, port) {
  const accounts = accountsIn(databaseUrl);
  if (accounts === 'demo')
    console.log(`Sign in as dev@acme.test or admin@acme.test with the password ${demoPassword}.`);
  if (accounts === 'none')
    console.log('Nobody can sign in yet: npm run admin:create makes an account and its first admin.');
  if (/^http:\/\/localhost(:|$)/.test(publicUrl) && new URL(publicUrl).port !== String(port))
    console.log(`Feeds, sitemap and previews name ${publicUrl}; set PUBLIC_URL to what visitors type.`);
  const shown = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  console.log(
    `${styleText('bold', 'Switchyard')} is running at http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`,
  );
}
