import type { Queries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';

/** The writes to a test's database, as noted by triggers in it: their notes roll back with the writes. */
export interface ChangeLog {
  /**
   * The changes committed since the last call, such as `insert User`; with the action if it is an audit event. Omits
   * the last use of a session or key, which any call may change.
   */
  take(): Promise<string[]>;
}

/** Columns that any call may change. */
const volatile: Record<string, string[]> = {
  Session: ['lastUsedAt', 'expiresAt'],
  ApiKey: ['lastUsedAt'],
  PreviousSecret: ['lastUsedAt', 'calls'],
};

/** Installs the triggers. */
export async function openChangeLog({ db }: Pick<ServerContext, 'db'>): Promise<ChangeLog> {
  await db.write(async (tx) => {
    for (const statement of statementsFor[tx.dialect.name]) await tx.$executeRawUnsafe(statement);
    for (const model of Object.values(Prisma.ModelName)) await addTriggers(tx, model);
  });
  let last = 0;
  return {
    take: async () => {
      const changes = await db.prisma.$queryRaw<{ id: number; what: string }[]>`
        SELECT "id", "what" FROM "Change" WHERE "id" > ${last} ORDER BY "id"`;
      last = Number(changes.at(-1)?.id ?? last);
      return changes.map(({ what }) => what);
    },
  };
}

/** The same changes without the events of refused sign-ins and calls, and without a link for each. */
export function withoutRefusals(changes: readonly string[]): string[] {
  const isRefusal = (change: string) => /^insert AuditEvent user\.refuse_/.test(change);
  let links = changes.filter(isRefusal).length;
  return changes.filter((change) => {
    if (change !== 'insert AuditLink') return !isRefusal(change);
    links -= 1;
    return links < 0;
  });
}

const statementsFor = {
  sqlite: ['CREATE TABLE "Change" ("id" INTEGER PRIMARY KEY, "what" TEXT NOT NULL)'],
  postgresql: [
    'CREATE TABLE "Change" ("id" SERIAL PRIMARY KEY, "what" TEXT NOT NULL)',
    `CREATE FUNCTION "note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO "Change" ("what")
       VALUES (TG_ARGV[0] || coalesce(' ' || CASE WHEN TG_OP = 'INSERT' THEN to_jsonb(NEW) ->> 'action' END, ''));
       RETURN NULL;
     END $$`,
  ],
};

async function addTriggers(tx: Queries, table: Prisma.ModelName): Promise<void> {
  const columns = Object.values(Prisma[`${table}ScalarFieldEnum`]);
  const watched = columns
    .filter((column) => !volatile[table]?.includes(column))
    .map((column) => `"${column}"`);
  for (const [verb, event] of [
    ['insert', 'INSERT'],
    ['update', `UPDATE OF ${watched.join(', ')}`],
    ['delete', 'DELETE'],
  ] as const) {
    const action = verb === 'insert' && table === 'AuditEvent' ? ` || ' ' || NEW."action"` : '';
    const note = {
      sqlite: `BEGIN INSERT INTO "Change" ("what") VALUES ('${verb} ${table}'${action}); END`,
      postgresql: `FOR EACH ROW EXECUTE FUNCTION "note_change"('${verb} ${table}')`,
    };
    await tx.$executeRawUnsafe(
      `CREATE TRIGGER "Change_${verb}_${table}" AFTER ${event} ON "${table}" ${note[tx.dialect.name]}`,
    );
  }
}
