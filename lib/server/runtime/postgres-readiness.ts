import { databaseState } from '@/lib/server/database/migrations/database-state';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { type Hindrance, hindranceOf } from '@/lib/server/runtime/hindrance';
import { runtime } from '@/lib/server/runtime/runtime';

/**
 * Checks a PostgreSQL database on a connection of its own: that it can be reached, takes writes and has all migrations.
 * @param databaseUrl `postgresql://…`
 */
export function postgresReadiness(databaseUrl: string): () => Promise<Hindrance | undefined> {
  return async () => {
    const pool = openPool(databaseUrl, { connections: 1, readOnly: false });
    try {
      await runtime.api?.context.db.assertSchema();
      const { rows } = await pool.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      if (rows[0]?.transaction_read_only === 'on') return { cause: 'The database takes no writes.' };
      const { kind } = await databaseState(databaseUrl);
      return kind === 'current' ? undefined : { cause: 'The database lacks migrations.' };
    } catch (error) {
      return hindranceOf(error);
    } finally {
      await pool.end();
    }
  };
}
