import { setUpBuild } from '@/commands/set-up/set-up-server';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { requirePostgres } from '@/testing/postgres/postgres-programs';
import { runPostgresStages } from '@/testing/postgres/run-postgres-stages';
import { requireChromium } from '@/testing/run/chromium';
import { tally } from '@/testing/run/tally';

/** Tests the site on PostgreSQL with several processes. Its last line is `N passed, N failed`. */
export default async function testPostgres(): Promise<void> {
  const run = tally();
  const ready = await run.prerequisite(async () => {
    await requirePostgres();
    await setUpBuild();
    return true;
  });
  const browser = await run.prerequisite(() => requireChromium(projectEnvironment().chromiumPath));
  if (ready) await runPostgresStages(run, browser);
  run.finish();
}
