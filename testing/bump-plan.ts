import { once } from 'node:events';
import { openDatabase } from '@/lib/server/database/open-database';

// A second process for the database's test: `tsx bump-plan.ts DATABASE_URL PLAN_ID TIMES` says that it is ready. At its
// parent's message it raises a plan's position by one, TIMES times, each time in a transaction.
const [url = '', id = '', times = '0'] = process.argv.slice(2);
const db = openDatabase(url);
const bump = (by: number) =>
  db.write(async (tx) => {
    const { position } = await tx.plan.findUniqueOrThrow({ where: { id } });
    await tx.plan.update({ where: { id }, data: { position: position + by } });
  });
await bump(0);
process.send?.('ready');
await once(process, 'message');
for (let i = 0; i < Number(times); i++) await bump(1);
await db.close();
process.disconnect();
