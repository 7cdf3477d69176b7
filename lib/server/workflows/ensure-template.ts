import type { Queries } from '@/lib/server/database/database';
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
  const found = await tx.template.findUnique({ where: { accountId_name: { accountId, name } } });
  return (
    found ??
    tx.template.create({ data: { id: newId(ctx, 'template'), accountId, name, createdAt: ctx.now() } })
  );
}
