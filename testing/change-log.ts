import Sqlite from 'better-sqlite3';
import type { ServerContext } from '@/lib/server/runtime/context';

/** What was written to a test's database, as told by triggers in it: rolled back with what they tell of. */
export interface ChangeLog {
  /**
   * The changes committed since it was last asked, such as `insert User`; of an audit event with its action. Leaves
   * out when a session or key was last used, which any call may move.
   */
  take(): string[];
  close(): void;
}

/** Columns that any call may move. */
const moving: Record<string, string[]> = {
  Session: ['lastUsedAt', 'expiresAt'],
  ApiKey: ['lastUsedAt'],
  PreviousSecret: ['lastUsedAt', 'calls'],
};

/** Installs the triggers, and reads what they noted on a connection of its own. */
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
  const watched = columns.filter((column) => !moving[table]?.includes(column)).map((column) => `"${column}"`);
  const trigger = (verb: string, event: string, note: string) =>
    `CREATE TRIGGER "Change_${verb}_${table}" AFTER ${event} ON "${table}"
     BEGIN INSERT INTO "Change" ("what") VALUES ('${verb} ${table}'${note}); END;`;
  return [
    trigger('insert', 'INSERT', columns.includes('action') ? ` || ' ' || NEW."action"` : ''),
    trigger('update', `UPDATE OF ${watched.join(', ')}`, ''),
    trigger('delete', 'DELETE', ''),
  ].join('\n');
}
