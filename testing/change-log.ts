import Sqlite from 'better-sqlite3';
import type { ServerContext } from '@/lib/server/runtime/context';

/** What was written to a test's database, as noted by triggers in it: their notes roll back with the writes. */
export interface ChangeLog {
  /**
   * The changes committed since the last call, such as `insert User`; with the action if it is an audit event. Leaves
   * out when a session or key was last used, which any call may change.
   */
  take(): string[];
  close(): void;
}

/** Columns that any call may change. */
const volatile: Record<string, string[]> = {
  Session: ['lastUsedAt', 'expiresAt'],
  ApiKey: ['lastUsedAt'],
  PreviousSecret: ['lastUsedAt', 'calls'],
};

/** Installs the triggers, and reads their notes on a connection of its own. */
export async function openChangeLog({ db }: Pick<ServerContext, 'db'>): Promise<ChangeLog> {
  const [main] = await db.read.$queryRaw<{ file: string }[]>`SELECT "file" FROM pragma_database_list`;
  const connection = new Sqlite(main?.file ?? '');
  const tables = connection
    .prepare<[], { name: string; columns: string }>(
      `SELECT m.name, json_group_array(c.name) AS columns FROM sqlite_master AS m, pragma_table_info(m.name) AS c
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' GROUP BY m.name`,
    )
    .all();
  connection.exec('CREATE TABLE "Change" ("id" INTEGER PRIMARY KEY, "what" TEXT NOT NULL)');
  for (const { name, columns } of tables) connection.exec(triggers(name, JSON.parse(columns) as string[]));
  let last = 0;
  const since = connection.prepare<[number], { id: number; what: string }>(
    'SELECT "id", "what" FROM "Change" WHERE "id" > ? ORDER BY "id"',
  );
  return {
    take: () => {
      const changes = since.all(last);
      last = changes.at(-1)?.id ?? last;
      return changes.map(({ what }) => what);
    },
    close: () => connection.close(),
  };
}

function triggers(table: string, columns: string[]): string {
  const watched = columns
    .filter((column) => !volatile[table]?.includes(column))
    .map((column) => `"${column}"`);
  const trigger = (verb: string, event: string, note: string) =>
    `CREATE TRIGGER "Change_${verb}_${table}" AFTER ${event} ON "${table}"
     BEGIN INSERT INTO "Change" ("what") VALUES ('${verb} ${table}'${note}); END;`;
  return [
    trigger('insert', 'INSERT', columns.includes('action') ? ` || ' ' || NEW."action"` : ''),
    trigger('update', `UPDATE OF ${watched.join(', ')}`, ''),
    trigger('delete', 'DELETE', ''),
  ].join('\n');
}
