import { type Database, rowsIn } from '@/lib/server/database/database';
import { seedAcme } from '@/prisma/seed/acme/acme';
import { seedGlobex } from '@/prisma/seed/globex/globex';
import { seedInitech } from '@/prisma/seed/initech';
import { timeline } from '@/prisma/seed/timeline';

const TIMEOUT_MS = 10 * 60_000;

/**
 * Fills a database that has the migrations and plans, but no accounts yet, with the demo data of docs/design.md, "Demo
 * data", whose dates end at the present; one that has accounts stays as it is. All of it is one transaction, so that
 * half of it never passes for all.
 * @returns whether anything was written
 */
export function seedDemo(db: Database, present = new Date()): Promise<boolean> {
  return db.write(
    async (tx) => {
      if ((await tx.account.count()) > 0) return false;
      const inside: Database = {
        ...db,
        read: tx,
        rows: rowsIn(tx),
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
