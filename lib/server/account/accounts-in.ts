import { openDatabase } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Which accounts a migrated database has. */
export async function accountsIn(databaseUrl: string): Promise<'none' | 'demo' | 'real'> {
  const db = openDatabase(databaseUrl);
  try {
    const [account] = await db.rows<{ demo: boolean }>(
      Prisma.sql`SELECT "demo" FROM "Account" ORDER BY "demo" DESC LIMIT 1`,
    );
    if (!account) return 'none';
    return account.demo ? 'demo' : 'real';
  } finally {
    await db.close();
  }
}
