import { demoPassword } from '@/lib/config/demo';
import { createAccount } from '@/lib/server/account/create-account';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';

/**
 * Adds demo accounts, each with one person, to the database of a running site.
 *
 * @returns who can sign in, with the password of the demo users
 */
export async function addAccounts(databaseUrl: string, count: number): Promise<{ email: string }[]> {
  const db = openDatabase(databaseUrl);
  try {
    const { id: planId } = await db.read.plan.findFirstOrThrow({ orderBy: { id: 'asc' } });
    const people = Array.from({ length: count }, (_, index) => ({ email: `bench-${index}@bench.test` }));
    for (const [index, { email }] of people.entries())
      await createAccount(
        serverContext(db),
        { name: `Bench ${index}`, planId, demo: true },
        { email, password: demoPassword },
      );
    return people;
  } finally {
    await db.close();
  }
}
