// @ts-check
import './console/require-node.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { startSite } from '../bench/http/start-site.mjs';
import { auditPages, holds } from '../bench/lighthouse/audit-pages.mjs';
import { installLighthouse } from '../bench/lighthouse/install-lighthouse.mjs';
import { runCommand } from './console/command.mjs';
import { Stop } from './console/stop.mjs';
import { projectEnvironment, root } from './project.mjs';
import { setUpTools } from './setup.mjs';
import { requireChromium } from './testing/chromium.mjs';

const resultFile = path.join(root, 'test-results', 'lighthouse.json');

await runCommand(async () => {
  await setUpTools();
  await installLighthouse();
  const chromium = await requireChromium(projectEnvironment().chromiumPath);
  const site = await startSite();
  const audits = await auditPages(site.url, chromium);
  await site.stop();
  fs.mkdirSync(path.dirname(resultFile), { recursive: true });
  fs.writeFileSync(resultFile, `${JSON.stringify({ at: new Date().toISOString(), audits }, null, 2)}\n`);
  console.log(`\nWritten to ${path.relative(root, resultFile)}.`);
  const short = audits.filter((audit) => !holds(audit)).map(({ path: page }) => page);
  if (short.length > 0)
    throw new Stop(
      `Below the bar: ${short.join(', ')}. Performance must be 98 or more, everything else 100.`,
    );
});
