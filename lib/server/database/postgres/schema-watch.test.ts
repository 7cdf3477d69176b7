import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '@/lib/server/database/database';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { Prisma } from '@/prisma/generated/prisma/client';
import { copyTestDatabase, onPostgres, type TestDatabase } from '@/testing/test-database';
import { SERVING } from './advisory-locks';
import { openPostgres } from './open-postgres';
import { openPool } from './postgres-pool';
import { notifySchemaChanged } from './postgres-signals';
import { COPY_PROGRESS } from './unfinished-copy';

/** A connection that breaks soon after it was made is made again after a second. */
const patient = { timeout: 20_000 };

describe.runIf(onPostgres)('a process whose schema another release has changed', () => {
  let database: TestDatabase;
  let db: Database;
  beforeEach(async () => {
    database = await copyTestDatabase();
    db = openPostgres(database.url);
    db.signals.listen(() => {});
    await expect.poll(listening, patient).toBe('1');
    for (const use of Object.values(uses)) await use();
  });
  afterEach(async () => {
    await db.close();
    await database.remove();
  });

  async function elsewhere(sql: string): Promise<void> {
    const pool = openPool(database.url, { connections: 1, readOnly: false });
    await pool.query(sql);
    await pool.end();
  }
  const SIGNALS = `FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'switchyard %'`;
  const listening = async () => {
    const [row] = await db.sql<{ count: bigint }>(
      Prisma.sql`SELECT count(*) AS "count" FROM pg_locks JOIN pg_stat_activity USING ("pid")
        WHERE "datname" = current_database() AND "locktype" = 'advisory' AND "mode" = 'ShareLock'`,
    );
    return String(row?.count);
  };
  const uses = {
    write: () => db.write((tx) => tx.$executeRaw`UPDATE "Plan" SET "name" = "name"`),
    writeRows: () => db.writeRows((tx) => tx.$executeRaw`UPDATE "Plan" SET "name" = "name"`),
    read: () => db.prisma.plan.count(),
    rows: () => db.sql(Prisma.sql`SELECT "id" FROM "Plan"`),
    assertSchema: () => db.assertSchema(),
  };
  const outcome = (use: () => Promise<unknown>) =>
    use().then(
      () => 'worked',
      (error) => databaseFailure(error),
    );
  const change = `UPDATE _prisma_migrations SET checksum = 'other'`;

  test('neither writes nor reads once the deploy has notified it', async () => {
    await elsewhere(`${change}; ${notifySchemaChanged}`);
    await expect.poll(() => outcome(uses.assertSchema)).toBe('changed');
    for (const use of Object.values(uses)) expect(await outcome(use)).toBe('changed');
  });

  test('writes nothing after its lock was lost, before it has looked at the schema', async () => {
    await elsewhere(`${change}; SELECT pg_terminate_backend(pid) ${SIGNALS}`);
    // The connection's end arrives in a moment of its own.
    await expect.poll(() => outcome(uses.writeRows), patient).toBe('changed');
  });

  test('continues after its lock was lost and the schema is the same', async () => {
    await elsewhere(`SELECT pg_terminate_backend(pid) ${SIGNALS}`);
    await expect.poll(listening, patient).toBe('1');
    for (const use of Object.values(uses)) expect(await outcome(use)).toBe('worked');
  });

  test('continues once what kept it from looking is gone', async () => {
    await elsewhere(`CREATE TABLE ${COPY_PROGRESS} (); SELECT pg_terminate_backend(pid) ${SIGNALS}`);
    await expect.poll(() => outcome(uses.writeRows), patient).toBe('unreachable');
    await elsewhere(`DROP TABLE ${COPY_PROGRESS}`);
    await expect.poll(() => outcome(uses.writeRows), patient).toBe('worked');
  });

  test('writes nothing from its start on while a deploy migrates, unless it is a command', async () => {
    await db.close();
    const deploy = openPool(database.url, { connections: 1, readOnly: false });
    await deploy.query(`SELECT pg_advisory_lock(${SERVING})`);
    db = openPostgres(database.url);
    expect(await outcome(uses.writeRows)).toBe('worked');
    db.signals.listen(() => {});
    const writes = Promise.all([outcome(uses.write), outcome(uses.writeRows)]);
    await deploy.query(change);
    await deploy.end();
    expect(await writes).toEqual(['changed', 'changed']);
  });
});
