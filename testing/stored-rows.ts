import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';

type Rows = Record<string, Record<string, unknown>[]>;

/**
 * Every committed row of every table: to show that a refused call wrote nothing, or that a secret is stored nowhere.
 * Omits the last use of a session or key, which any call may change.
 */
export async function storedRows({ db }: Pick<ServerContext, 'db'>): Promise<Rows> {
  const rows: Rows = {};
  for (const name of Object.values(Prisma.ModelName)) {
    const found = await db.prisma.$queryRawUnsafe<Record<string, unknown>[]>(
      `SELECT * FROM "${name}" ORDER BY 1, 2`,
    );
    rows[name] = found.map(({ lastUsedAt: _, ...row }) => row);
  }
  return rows;
}

/** Everything that is stored, as one text to search. */
export async function storedText(ctx: Pick<ServerContext, 'db'>): Promise<string> {
  return JSON.stringify(await storedRows(ctx), (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
