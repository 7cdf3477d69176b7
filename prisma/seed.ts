import { parseArgs } from 'node:util';
import { linkOldEvents } from '@/lib/server/audit/link-old-events';
import { pruneAudit } from '@/lib/server/audit/prune-audit';
import { syncPlans } from '@/lib/server/billing/sync-plans';
import { openDatabase } from '@/lib/server/database/database';
import { environment } from '@/lib/server/environment';
import { serverContext } from '@/lib/server/server-context';
import { fillSortNames } from '@/lib/server/users/fill-sort-names';

// What a migrated database starts with: the plans, users in their order, and an audit trail that is chained and holds
// what the plans keep; with --demo the demo accounts too, where there are none yet.
const { demo } = parseArgs({ options: { demo: { type: 'boolean' } } }).values;
const db = openDatabase(environment.databaseUrl);
try {
  const ctx = serverContext(db);
  const plans = await syncPlans(ctx);
  await fillSortNames(ctx);
  await linkOldEvents(ctx);
  const pruned = await pruneAudit(ctx);
  // Loaded where it is needed only: it is a third of what this takes.
  const isEmpty = demo && (await ctx.db.read.account.count()) === 0;
  const seeded = isEmpty && (await (await import('@/prisma/seed/demo')).seedDemo(db));
  const removed = pruned > 0 ? `, ${pruned} audit events past their retention removed` : '';
  const written = [...(plans > 0 ? ['plans'] : []), ...(seeded ? ['demo accounts'] : [])].join(' and ');
  console.log(`${written ? `${written} written` : 'up to date'}${removed}`);
} finally {
  await db.close();
}
