import fs from 'node:fs';
import path from 'node:path';
import { startSite } from '@/bench/http/start-site';
import { auditPages, meetsBars } from '@/bench/lighthouse/audit-pages';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';
import { requireChromium } from '@/testing/run/chromium';
import { installTools } from '@/testing/tools/install-tools';

const resultFile = path.join(root, 'test-results', 'lighthouse.json');

/** Audits pages of the built site with Lighthouse. Fails if one falls short. */
export default async function lighthouse(): Promise<void> {
  await installTools();
  const chromium = await requireChromium(projectEnvironment().chromiumPath);
  const site = await startSite();
  const audits = await auditPages(site.url, chromium);
  await site.stop();
  fs.mkdirSync(path.dirname(resultFile), { recursive: true });
  fs.writeFileSync(resultFile, `${JSON.stringify({ at: new Date().toISOString(), audits }, null, 2)}\n`);
  console.log(`\nWritten to ${path.relative(root, resultFile)}.`);
  const short = audits.filter((audit) => !meetsBars(audit)).map(({ path: page }) => page);
  if (short.length > 0)
    throw new Stop(
      `Below the bar: ${short.join(', ')}. Performance must be 98 or more, everything else 100.`,
    );
}
