import { demoPassword } from '@/lib/config/demo';
import { createAccount } from '@/lib/server/account/create-account';
import { type Database, sqlIn } from '@/lib/server/database/database';
import { seedAcme } from '@/prisma/seed/acme/acme';
import { seedGlobex } from '@/prisma/seed/globex/globex';
import { type Timeline, timeline } from '@/prisma/seed/timeline';

const TIMEOUT_MS = 10 * 60_000;

/**
 * Fills a database that has the migrations and plans, but no accounts yet, with the demo data of docs/design.md, "Demo
 * data". Its dates end at the present. A database with accounts stays as it is. All of it is one transaction, so that
 * incomplete data never looks complete.
 * @returns whether anything was written
 */
export function seedDemo(db: Database, present = new Date()): Promise<boolean> {
  return db.write(
    async (tx) => {
      if ((await tx.account.count()) > 0) return false;
      const inside: Database = {
        ...db,
        prisma: tx,
        sql: sqlIn(tx),
        write: (transaction) => transaction(tx),
        writeRows: (transaction) => transaction(tx),
        close: async () => {},
      };
      await seedAcme(timeline(inside, present, 'acme'));
      await seedGlobex(timeline(inside, present, 'globex'));
      await seedInitech(timeline(inside, present, 'initech'));
      return true;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

/** Initech: an admin who has just arrived, and nothing else, so that every empty state can be seen. */
async function seedInitech(time: Timeline): Promise<void> {
  await createAccount(
    time.daysAgo(6, '11:52'),
    { name: 'Initech', planId: 'plan_basic', demo: true },
    { email: 'admin@initech.test', password: demoPassword, first_name: 'Konrad', last_name: 'Zuse' },
  );
}
