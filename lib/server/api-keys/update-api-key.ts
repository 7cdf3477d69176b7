import type { z } from 'zod';
import { keyName } from '@/lib/rules/api-key-display';
import { foldText } from '@/lib/rules/search-text';
import { changesBetween, recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, scopeColumns, scopesOf, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { assertFresh } from '@/lib/server/etag';
import { abortJobs, assertJobsEnded, cancelJobsOf } from '@/lib/server/jobs/worker/cancel-jobs-of';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { keyNameInput } from '@/lib/validation/api-keys';
import { scopes as scopesInput } from '@/lib/validation/users';
import { assertActive, assertGrantable, findApiKey, keyEtag, type OwnedKey, withOwner } from './find-api-key';

/**
 * Names a key, in any state; a blank name removes its name. It requires a session: people recognize a key by its
 * name, so a leaked key mustn't be able to take another key's name.
 * @param etag of the key as last read
 * @throws AppError FORBIDDEN through an API key; NOT_FOUND; BAD_USER_INPUT; CONFLICT if the key has changed
 */
export async function renameApiKey(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
  input: z.input<typeof keyNameInput>,
  etag?: string | null,
): Promise<OwnedKey> {
  authorize(viewer, 'write:session');
  const { name } = parseInput(keyNameInput, input);
  return writeAs(ctx, viewer, 'write:session', async (tx, viewer) => {
    const key = await findApiKey(tx, viewer, id);
    assertFresh(etag, keyEtag(key), 'This API key');
    const changes = changesBetween({ name: key.name }, { name });
    if (!changes) return key;
    await recordAudit(tx, ctx, {
      action: 'api_key.rename',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      changes,
      details: { name, hint: key.hint },
    });
    // `updatedAt` stays: for a revoked key, it is the time of the revocation.
    return tx.apiKey.update({ where: { id: key.id }, data: nameColumns(name), include: withOwner });
  });
}

/** The columns that a key's name is written to: the name, and the key by which lists are ordered and searched. */
export function nameColumns(name: string | null): { name: string | null; sortName: string } {
  return { name, sortName: foldText(keyName({ name })) };
}

/** Writes the `sortName` of keys that a migration has left without one. Safe to repeat. */
export async function fillKeySortNames(ctx: ServerContext): Promise<void> {
  await ctx.db.write(async (tx) => {
    const keys = await tx.apiKey.findMany({ where: { sortName: '' }, select: { id: true, name: true } });
    for (const { id, name } of keys)
      await tx.apiKey.update({ where: { id }, data: { sortName: nameColumns(name).sortName } });
  }, patience);
}

/** Long enough for an account with very many keys. */
const patience = { timeoutMs: 10 * 60_000 };

/**
 * Replaces an active key's scopes; a scope whose flag is missing is removed. Without `write`, the key's
 * open jobs are canceled.
 * @param etag of the key as last read
 * @throws AppError FORBIDDEN through an API key; NOT_FOUND; BAD_USER_INPUT for none, or for more than the owner has;
 *   CONFLICT unless ACTIVE, if it has changed, or if it gets `write` back before all of its jobs have ended
 */
export async function updateApiKeyScopes(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  input: z.input<typeof scopesInput>,
  etag?: string | null,
): Promise<OwnedKey> {
  authorize(viewer, 'write:session');
  const scopes = parseInput(scopesInput, input);
  const { key, jobs } = await writeAs(ctx, viewer, 'write:session', async (tx, viewer) => {
    const key = await findApiKey(tx, viewer, id);
    assertFresh(etag, keyEtag(key), 'This API key');
    assertActive(key, ctx.now());
    assertGrantable(key.user, scopes);
    const changes = changesBetween({ scopes: { ...scopesOf(key) } }, { scopes: { ...scopes } });
    if (!changes) return { key };
    const owner = { accountId: key.accountId, apiKeyId: key.id };
    if (scopes.write && !key.scopeWrite) await assertJobsEnded(tx, owner);
    const jobs = key.scopeWrite && !scopes.write ? await cancelJobsOf(tx, ctx, owner) : undefined;
    await recordAudit(tx, ctx, {
      action: 'api_key.update_scopes',
      actor: viewer,
      accountId: key.accountId,
      entityId: key.id,
      changes,
      details: { name: key.name, hint: key.hint, ...(jobs && { jobs_canceled: jobs.count }) },
    });
    const updated = await tx.apiKey.update({
      where: { id: key.id },
      data: { ...scopeColumns(scopes), updatedAt: ctx.now() },
      include: withOwner,
    });
    return { key: updated, jobs };
  });
  if (jobs) abortJobs(ctx, jobs);
  return key;
}
