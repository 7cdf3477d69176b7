import { parseArgs } from 'node:util';
import { linkOldEvents } from '@/lib/server/audit/link-old-events';
import { pruneAudit } from '@/lib/server/audit/prune-audit';
import { syncPlans } from '@/lib/server/billing/sync-plans';
import { openDatabase } from '@/lib/server/database/database';
import { environment } from '@/lib/server/environment';
import { serverContext } from '@/lib/server/server-context';
import { fillSortNames } from '@/lib/server/users/fill-sort-names';
import { seedDemo } from '@/prisma/seed/demo';

// What a migrated database starts with: the plans, users in their order, and an audit trail that is chained and holds
// what the plans keep; with --demo the demo accounts too, where there are none yet.
const { demo } = parseArgs({ options: { demo: { type: 'boolean' } } }).values;
const db = openDatabase(environment.databaseUrl);
try {
  const ctx = serverContext(db);
  await syncPlans(ctx);
  await fillSortNames(ctx);
  await linkOldEvents(ctx);
  const pruned = await pruneAudit(ctx);
  const seeded = demo && (await seedDemo(db));
  const removed = pruned > 0 ? `, ${pruned} audit events past their retention removed` : '';
  console.log(`${seeded ? 'plans and demo accounts' : 'plans'} written${removed}`);
} finally {
  await db.close();
}
