import { createHash } from 'node:crypto';
import type { AuditAction } from '@/lib/config/audit-actions';
import { storableJson } from '@/lib/rules/json';
import type { Viewer } from '@/lib/server/auth/viewer';
import type { SqlQueries } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Prisma } from '@/prisma/generated/prisma/client';
import { appendLinks, type LastLink, lastLink } from './audit-chain';

/** The old and new values of fields; never a secret. */
type Changes = Record<string, { from: Prisma.InputJsonValue | null; to: Prisma.InputJsonValue | null }>;

/** Bytes of a value's JSON from which an event has its digest instead. */
const longestValue = 1024;

/** A caller, a person without a credential yet (signing in), or null for the operator's commands. */
export type Actor = Viewer | { userId: string } | null;

interface AuditEntry {
  action: AuditAction;
  actor: Actor;
  accountId: string;
  /** The record that changed. */
  entityId: string;
  changes?: Changes;
  details?: Record<string, Prisma.InputJsonValue | null>;
}

/** Writes an event of the audit trail and its link in the account's chain, inside the transaction of the change. */
export async function recordAudit(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  { action, actor, accountId, entityId, changes, details }: AuditEntry,
): Promise<void> {
  const viewer = actor && 'user' in actor ? actor : null;
  const id = newId(ctx, 'auditEvent');
  const userId = viewer?.user.id ?? (actor && 'userId' in actor ? actor.userId : null);
  const createdAt = ctx.now();
  const metadata = storableJson({
    entity_id: entityId,
    ...(viewer?.via === 'api_key' && { api_key_id: viewer.credentialId }),
    ...details,
    ...(changes && { changes }),
  });
  // One statement inserts the event and returns the last link, because every change pays for this.
  const [row] = await tx.$queryRaw<{ last: LastLink }[]>`
    INSERT INTO "AuditEvent" ("id", "accountId", "userId", "action", "entityId", "metadata", "createdAt")
    VALUES (${id}, ${accountId}, ${userId}, ${action}, ${entityId}, ${metadata}, ${createdAt})
    RETURNING ${lastLink(accountId)} AS "last"`;
  const event = { id, accountId, userId, action, entityId, metadata: JSON.parse(metadata), createdAt };
  await appendLinks(tx, accountId, [event], row?.last ?? null);
}

/**
 * The fields of `to` that differ from `from`, for an audit entry; null when nothing changed. Instead of a long value,
 * an entry has its digest: events are kept for years, and outside the account's storage.
 */
export function changesBetween<T extends Record<string, Prisma.InputJsonValue | null>>(
  from: T,
  to: Partial<T>,
): Changes | null {
  const changes: Changes = {};
  for (const [field, value] of Object.entries(to)) {
    if (value === undefined) continue;
    const before = from[field] ?? null;
    if (JSON.stringify(before) !== JSON.stringify(value))
      changes[field] = { from: shortened(before), to: shortened(value) };
  }
  return Object.keys(changes).length > 0 ? changes : null;
}

/** @returns a value of up to `longestValue` bytes as it is, otherwise the length (bytes) and SHA-256 of its JSON */
function shortened(value: Prisma.InputJsonValue | null): Prisma.InputJsonValue | null {
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  if (bytes <= longestValue) return value;
  return { bytes, sha256: createHash('sha256').update(json).digest('hex') };
}
