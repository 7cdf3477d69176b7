import { costsOptions } from '@/commands/costs/costs-options';
import { writeCosts } from '@/commands/costs/write-costs';
import { printContent } from '@/commands/reading/print-content';
import { requireCurrentDatabase } from '@/commands/reading/require-current-database';
import { openDatabase } from '@/lib/server/database/open-database';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { callerFolder } from '@/scripts/project.mjs';

/** Lists what the calls of models have cost. Sets nothing up: its output may be a file's content. */
export default async function costs(): Promise<void> {
  const options = costsOptions(process.argv.slice(2), callerFolder(), new Date());
  const { databaseUrl } = projectEnvironment();
  const file = await requireCurrentDatabase(databaseUrl);
  const db = openDatabase(databaseUrl);
  try {
    await printContent(writeCosts(db.rows, options), options.out, file);
  } finally {
    await db.close();
  }
}
