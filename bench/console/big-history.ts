import type { AuditAction } from '@/lib/config/audit-actions';
import { addDays, DAY_MS, startOfDay } from '@/lib/rules/day';
import { appendLinks } from '@/lib/server/audit/append-links';
import { newId } from '@/lib/server/ids';
import { type MeteredExecution, meterExecutions } from '@/lib/server/usage/meter-executions';
import { ensureTemplate } from '@/lib/server/workflows/ensure-template';
import type { ApiKey, Prisma, User } from '@/prisma/generated/prisma/client';
import type { Timeline } from '@/prisma/seed/timeline';
import { inParts, size } from './big-people';

const adminActions: AuditAction[] = [
  'user.update',
  'user.disable',
  'user.enable',
  'api_key.rotate',
  'api_key.revoke',
];

/**
 * Adds two years of audit events: users sign in and create keys, the first admin is the actor of every fifth event, and
 * the plan changes twenty times.
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
    if (!admin || !person || !key) throw new Error('An event needs users and keys.');
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
  if (byAdmin) return adminActions[(index / 5) % adminActions.length] ?? 'user.update';
  if (index % 5 === 1) return 'api_key.create';
  return index % 5 === 2 ? 'session.end' : 'session.start';
}

/** Metadata of the shapes that lib/server writes. */
function metadataOf(action: AuditAction, entityId: string, key: ApiKey): Prisma.InputJsonObject {
  const { name, hint, userId } = key;
  const changed = (field: string, from: string | null, to: string) => ({
    changes: { [field]: { from, to } },
  });
  const scopes = { read: key.scopeRead, write: key.scopeWrite, admin: key.scopeAdmin };
  const byAction: Partial<Record<AuditAction, Prisma.InputJsonObject>> = {
    'account.change_plan': changed('plan', 'Starter', 'Pro'),
    'user.update': changed('first_name', null, 'Ada'),
    'user.disable': { sessions_ended: 1, ...changed('status', 'ACTIVE', 'DISABLED') },
    'user.enable': changed('status', 'DISABLED', 'ACTIVE'),
    'api_key.create': { owner_id: userId, name, hint, scopes, expires_at: null },
    'api_key.rotate': { name, ...changed('hint', 'sy_live_…0000', hint) },
    'api_key.revoke': { name, hint, ...changed('status', 'ACTIVE', 'REVOKED') },
  };
  return { entity_id: entityId, ...byAction[action] };
}

const TEMPLATES = 40;
const USERS_PER_DAY = 400;
const RUNS_PER_USER = 2;
const DAYS_PER_TRANSACTION = 14;
const MINUTE_MS = 60_000;

/** Adds two years of executions: 400 users per day, others each day, with two runs each through one of their keys. */
export async function addUsage(
  time: Timeline,
  users: readonly User[],
  keys: readonly ApiKey[],
): Promise<void> {
  const ctx = time.at(time.present);
  const accountId = users[0]?.accountId ?? '';
  const begin = addDays(time.today, 1 - size.days);
  const templateIds = await ctx.db.write(async (tx) => {
    const opening = time.at(startOfDay(begin));
    const ids: string[] = [];
    for (let index = 0; index < TEMPLATES; index += 1)
      ids.push((await ensureTemplate(tx, opening, accountId, `Template ${index}`)).id);
    return ids;
  });
  const executionsOf = (day: number): MeteredExecution[] => {
    const start = startOfDay(addDays(begin, day)).getTime();
    return Array.from({ length: USERS_PER_DAY * RUNS_PER_USER }, (_, index) => {
      const person = (day * 97 + (index % USERS_PER_DAY) * 12) % users.length;
      return {
        accountId,
        userId: users[person]?.id ?? '',
        templateId: templateIds[(index + day) % TEMPLATES] ?? '',
        apiKeyId: keys[person]?.id ?? null,
        status: index % 50 === 0 ? 'FAILED' : 'COMPLETED',
        model: 'sandbox/fast',
        tokensIn: 400 + (index % 97),
        tokensOut: 90 + (index % 31),
        costMicros: 150 + (index % 53),
        latencyMs: 600 + (index % 211),
        finishedAt: new Date(start + (index % 700) * MINUTE_MS),
      };
    });
  };
  for (let day = 0; day < size.days; day += DAYS_PER_TRANSACTION) {
    const length = Math.min(DAYS_PER_TRANSACTION, size.days - day);
    const days = Array.from({ length }, (_, next) => day + next);
    await ctx.db.write((tx) => meterExecutions(tx, ctx, days.flatMap(executionsOf)));
  }
}
