import { openDatabase } from '@/lib/server/database/database';
import { environment } from '@/lib/server/environment';
import { AppError } from '@/lib/server/errors';
import { serverContext } from '@/lib/server/server-context';
import { createFirstAdmin } from '@/prisma/admin-create/create-first-admin';

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
