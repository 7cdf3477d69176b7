import { inParts, size } from '@/bench/console/big/size';
import type { AuditAction } from '@/lib/config/audit-actions';
import { appendLinks } from '@/lib/server/audit/append-links';
import { newId } from '@/lib/server/ids';
import type { ApiKey, Prisma, User } from '@/prisma/generated/prisma/client';
import type { Timeline } from '@/prisma/seed/timeline';

const DAY_MS = 86_400_000;
const DEEDS: AuditAction[] = [
  'user.update',
  'user.disable',
  'user.enable',
  'api_key.rotate',
  'api_key.revoke',
];

/**
 * Two years of the trail: people sign in and make keys, the first admin does every fifth thing, and twenty times the
 * plan changes.
 */
export async function addEvents(
  time: Timeline,
  users: readonly User[],
  keys: readonly ApiKey[],
): Promise<void> {
  const ctx = time.at(time.present);
  const begin = time.present.getTime() - size.days * DAY_MS;
  const event = (index: number): Prisma.AuditEventCreateManyInput => {
    const [admin, person, key] = [users[0], users[(index * 7) % users.length], keys[index % keys.length]];
    if (!admin || !person || !key) throw new Error('An event needs people and keys.');
    const byAdmin = index % 5 === 0;
    const action = actionOf(index, byAdmin);
    const entityId = action.startsWith('api_key.') ? key.id : person.id;
    return {
      id: newId(ctx, 'auditEvent'),
      accountId: admin.accountId,
      userId: byAdmin ? admin.id : person.id,
      action,
      entityId,
      metadata: metadataOf(action, entityId, key),
      createdAt: new Date(begin + Math.floor((index * size.days * DAY_MS) / size.events)),
    };
  };
  const events = Array.from({ length: size.events }, (_, index) => event(index));
  for (const data of inParts(events))
    await ctx.db.write(async (tx) => {
      await appendLinks(tx, users[0]?.accountId ?? '', await tx.auditEvent.createManyAndReturn({ data }));
    });
}

function actionOf(index: number, byAdmin: boolean): AuditAction {
  if (index % 10_000 === 0) return 'account.change_plan';
  if (byAdmin) return DEEDS[(index / 5) % DEEDS.length] ?? 'user.update';
  if (index % 5 === 1) return 'api_key.create';
  return index % 5 === 2 ? 'session.end' : 'session.start';
}

/** Of the shapes that the functions of lib/server write. */
function metadataOf(action: AuditAction, entityId: string, key: ApiKey): Prisma.InputJsonObject {
  const { name, hint, userId } = key;
  const changed = (field: string, from: string | null, to: string) => ({
    changes: { [field]: { from, to } },
  });
  const scopes = { read: key.scopeRead, write: key.scopeWrite, admin: key.scopeAdmin };
  const told: Partial<Record<AuditAction, Prisma.InputJsonObject>> = {
    'account.change_plan': changed('plan', 'Starter', 'Pro'),
    'user.update': changed('first_name', null, 'Ada'),
    'user.disable': { sessions_ended: 1, ...changed('status', 'ACTIVE', 'DISABLED') },
    'user.enable': changed('status', 'DISABLED', 'ACTIVE'),
    'api_key.create': { owner_id: userId, name, hint, scopes, expires_at: null },
    'api_key.rotate': { name, ...changed('hint', 'sy_live_…0000', hint) },
    'api_key.revoke': { name, hint, ...changed('status', 'ACTIVE', 'REVOKED') },
  };
  return { entity_id: entityId, ...told[action] };
}
