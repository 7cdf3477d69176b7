import { demoPassword } from '@/lib/config/demo';
import { createAccount } from '@/lib/server/account/create-account';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { environment } from '@/lib/server/runtime/environment';

interface OwnAccount {
  accountId: string;
  admin: { id: string; email: string };
}

let accounts = 0;

/**
 * Opens an account for one test, as an operator does; no other test changes it. The password is that of the demo.
 * @param openedAt when the operator does so
 */
export async function openOwnAccount(planId = 'plan_pro', openedAt = new Date()): Promise<OwnAccount> {
  accounts += 1;
  const db = openDatabase(environment.databaseUrl);
  try {
    const { account, admin } = await createAccount(
      { ...serverContext(db), now: () => openedAt },
      { name: 'Umbra Works', planId, demo: true },
      {
        // Unique among workers, and among runs on one database.
        email: `admin-${process.pid}-${Date.now()}-${accounts}@umbra.test`,
        password: demoPassword,
        first_name: 'Uma',
        last_name: 'Reyes',
      },
    );
    return { accountId: account.id, admin: { id: admin.id, email: admin.email } };
  } finally {
    await db.close();
  }
}
