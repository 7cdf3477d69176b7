import { randomBytes } from 'node:crypto';
import { createAccount } from '@/lib/server/account/create-account';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { type Session, signIn } from '@/testing/run/loss/api-client';

/** Opens three accounts as an operator does, and signs their admins in. */
export async function makeSessions({
  DATABASE_URL,
  PORT,
}: Record<string, string>): Promise<[Session, ...Session[]]> {
  const password = randomBytes(18).toString('base64url');
  const db = openDatabase(String(DATABASE_URL));
  try {
    const make = async (email: string) => {
      const account = { name: 'Umbra Works', planId: 'plan_pro', demo: false };
      await createAccount(serverContext(db), account, { email, password });
      return signIn(Number(PORT), email, password);
    };
    return [await make('a@umbra.test'), await make('b@umbra.test'), await make('c@umbra.test')];
  } finally {
    await db.close();
  }
}
