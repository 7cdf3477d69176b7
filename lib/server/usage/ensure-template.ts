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
  await ensureTemplates(tx, ctx, [{ accountId, name, templateId: null }]);
  return tx.template.findUniqueOrThrow({ where: { accountId_name: { accountId, name } } });
}

/** An item that is counted under a template of its account, by the name of the template. */
interface Counted {
  accountId: string;
  name: string;
  /** Null if it isn't known, or the template doesn't exist yet. */
  templateId: string | null;
}

/** Completes items with the ids of their templates; creates missing templates. */
export async function ensureTemplates<Item extends Counted>(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  counted: readonly Item[],
): Promise<(Item & { templateId: string })[]> {
  const ids = await readTemplateIds(
    tx,
    counted.filter(({ templateId }) => templateId === null),
  );
  const completed: (Item & { templateId: string })[] = [];
  for (const item of counted) {
    const { accountId, name } = item;
    let templateId = item.templateId ?? ids.get(keyOf(item));
    if (templateId === undefined) {
      templateId = newId(ctx, 'template');
      await tx.$executeRaw`
        INSERT INTO "Template" ("id", "accountId", "name", "createdAt")
        VALUES (${templateId}, ${accountId}, ${name}, ${ctx.now()})`;
      ids.set(keyOf(item), templateId);
    }
    completed.push({ ...item, templateId });
  }
  return completed;
}

/** The ids of existing templates, by `keyOf`. */
async function readTemplateIds(
  tx: SqlQueries,
  wanted: readonly Omit<Counted, 'templateId'>[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const accountIds = tx.dialect.listed([...new Set(wanted.map(({ accountId }) => accountId))]);
  const names = tx.dialect.listed([...new Set(wanted.map(({ name }) => name))]);
  const found = await tx.$queryRaw<{ id: string; accountId: string; name: string }[]>`
    SELECT "id", "accountId", "name" FROM "Template" WHERE "accountId" IN ${accountIds} AND "name" IN ${names}`;
  return new Map(found.map((template) => [keyOf(template), template.id]));
}

const keyOf = ({ accountId, name }: Omit<Counted, 'templateId'>): string => `${accountId} ${name}`;
