import type { ServerContext } from '@/lib/server/runtime/context';

/** The ids of everything that belongs to an account, its people's sessions included. */
export async function idsOfAccount(
  { db }: Pick<ServerContext, 'db'>,
  accountId: string,
): Promise<Set<string>> {
  const tables = await db.read.$queryRaw<{ name: string }[]>`
    SELECT "table"."name" FROM sqlite_master AS "table"
    WHERE "table"."type" = 'table' AND 2 =
      (SELECT count(*) FROM pragma_table_info("table"."name") WHERE "name" IN ('id', 'accountId'))`;
  const ids = [accountId];
  for (const { name } of tables) {
    const rows = await db.read.$queryRawUnsafe<{ id: string }[]>(
      `SELECT "id" FROM "${name}" WHERE "accountId" = ?`,
      accountId,
    );
    ids.push(...rows.map(({ id }) => id));
  }
  const sessions = await db.read.session.findMany({ where: { user: { accountId } }, select: { id: true } });
  return new Set([...ids, ...sessions.map(({ id }) => id)]);
}

/** Every id that a text holds, as lib/server/ids.ts makes them. */
export function idsIn(text: string): string[] {
  return text.match(/\b[a-z]{3}_[0-9a-z]{20}\b/g) ?? [];
}
