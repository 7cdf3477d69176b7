import { rm } from 'node:fs/promises';
import path from 'node:path';
import { probePort } from '@/server/http/connections/listen';
import { downloadNode, nodeReleases } from '@/testing/nodes/node-release';
import { walkSite } from '@/testing/nodes/walk-site';
import { copyCheckout } from '@/testing/run/copy-checkout';
import { tally } from '@/testing/run/tally';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';

/** Installs, builds, serves and walks copies of this checkout on other Nodes. Its last line is `N passed, N failed`. */
export default async function testNode(): Promise<void> {
  const { stage, finish } = tally();
  for (const release of nodeReleases) {
    await stage('node', `installing, building and walking the site on Node ${release.version}`, async () => {
      const nodeFolder = await downloadNode(release);
      const checkout = await copyCheckout();
      const directory = temporaryDirectory();
      const port = await probePort({ host: '127.0.0.1', port: 0 });
      const databaseFile = path.join(directory, 'test.db');
      const env = testVariables(directory, port);
      // A gigabyte, which the next Node needs too.
      return walkSite({ nodeFolder, checkout, databaseFile, port, env }).finally(() =>
        rm(checkout, { recursive: true }),
      );
    });
  }
  finish();
}
