import { adminOptions } from '@/commands/admin-create/admin-options';
import { createFirstAdmin } from '@/commands/admin-create/create-first-admin';
import { setUpDatabase } from '@/commands/set-up/set-up-database';
import { openDatabase } from '@/lib/server/database/open-database';
import { AppError } from '@/lib/server/errors';
import { serverContext } from '@/lib/server/runtime/context';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';

/** Makes a real account with its first admin. Such accounts and demo accounts exclude each other, so it seeds none. */
export default async function adminCreate(): Promise<void> {
  const options = adminOptions(process.argv.slice(2));
  const environment = { ...projectEnvironment(), demoData: false };
  await setUpDatabase(environment);
  const db = openDatabase(environment.databaseUrl);
  try {
    console.log(await createFirstAdmin(serverContext(db), options, process.stdin));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await db.close();
  }
}
