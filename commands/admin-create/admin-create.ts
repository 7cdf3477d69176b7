import { openDatabase } from '@/lib/server/database/database';
import { AppError } from '@/lib/server/errors';
import { serverContext } from '@/lib/server/runtime/context';
import { environment } from '@/lib/server/runtime/environment';
import { createFirstAdmin } from './create-first-admin';

const db = openDatabase(environment.databaseUrl);
try {
  console.log(await createFirstAdmin(serverContext(db), process.argv.slice(2), process.stdin));
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await db.close();
}
