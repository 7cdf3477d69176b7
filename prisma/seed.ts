import { fillKeySortNames } from '@/lib/server/api-keys/update-api-key';
import { linkOldEvents } from '@/lib/server/audit/audit-chain';
import { pruneAudit } from '@/lib/server/audit/prune-audit';
import { syncPlans } from '@/lib/server/billing/plans';
import type { Database } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { fillSortNames } from '@/lib/server/users/user-names';

/**
 * Writes the first records of a migrated database: the plans, users and keys in their order, and a chained audit trail
 * of the plans' retention.
 *
 * @param options.demo writes the demo accounts too, if there are no accounts yet
 * @returns a summary in a few words
 */
export async function seedDatabase(databaseUrl: string, { demo }: { demo: boolean }): Promise<string> {
  const db = openDatabase(databaseUrl);
  try {
    // Of many processes that start at once, the first one writes.
    return await db.exclusive('seed', () => seed(db, demo));
  } finally {
    await db.close();
  }
}

async function seed(db: Database, demo: boolean): Promise<string> {
  const ctx = serverContext(db);
  const plans = await syncPlans(ctx);
  await fillSortNames(ctx);
  await fillKeySortNames(ctx);
  await linkOldEvents(ctx);
  const pruned = await pruneAudit(ctx);
  // Loaded only when it is needed: it is a third of what this takes.
  const isEmpty = demo && (await db.prisma.account.count()) === 0;
  const seeded = isEmpty && (await (await import('@/prisma/seed/demo-data')).seedDemo(db));
  const removed = pruned > 0 ? `, ${pruned} audit events past their retention removed` : '';
  const written = [...(plans > 0 ? ['plans'] : []), ...(seeded ? ['demo accounts'] : [])].join(' and ');
  return `${written ? `${written} written` : 'up to date'}${removed}`;
}
