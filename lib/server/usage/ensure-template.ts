import type { Queries, SqlQueries } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Template } from '@/prisma/generated/prisma/client';

/** The account's template of that name, made when it is first counted under. */
export async function ensureTemplate(
  tx: Queries,
  ctx: ServerContext,
  accountId: string,
  name: string,
): Promise<Template> {
  await ensureTemplates(tx, ctx, [{ accountId, name }]);
  return tx.template.findUniqueOrThrow({ where: { accountId_name: { accountId, name } } });
}

/**
 * The ids of templates by `accountId name`; creates missing templates.
 * @param wanted may repeat
 */
export async function ensureTemplates(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  wanted: readonly { accountId: string; name: string }[],
): Promise<Map<string, string>> {
  const keys = new Map(wanted.map(({ accountId, name }) => [`${accountId} ${name}`, { accountId, name }]));
  const accountIds = tx.dialect.listed([...new Set(wanted.map(({ accountId }) => accountId))]);
  const names = tx.dialect.listed([...new Set(wanted.map(({ name }) => name))]);
  const found = await tx.$queryRaw<{ id: string; accountId: string; name: string }[]>`
    SELECT "id", "accountId", "name" FROM "Template" WHERE "accountId" IN ${accountIds} AND "name" IN ${names}`;
  const ids = new Map(found.map(({ id, accountId, name }) => [`${accountId} ${name}`, id]));
  for (const [key, { accountId, name }] of keys) {
    if (ids.has(key)) continue;
    const id = newId(ctx, 'template');
    await tx.$executeRaw`
      INSERT INTO "Template" ("id", "accountId", "name", "createdAt") VALUES (${id}, ${accountId}, ${name}, ${ctx.now()})`;
    ids.set(key, id);
  }
  return ids;
}
