import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { SERVING } from '@/lib/server/database/postgres/advisory-locks';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { PostgresSignals } from '@/lib/server/database/postgres/postgres-signals';
import { PostgresSchemaWatch } from '@/lib/server/database/postgres/schema-watch';
import { databaseUrl, runOn } from '@/testing/postgres/run-on';
import { onPostgres } from '@/testing/test-database';

describe.runIf(onPostgres)('migrations on PostgreSQL', () => {
  const name = `deploy_${process.pid}`;
  let directory: string;
  let url: string;
  const writeMigration = (migration: string, sql: string) => {
    mkdirSync(path.join(directory, migration), { recursive: true });
    writeFileSync(path.join(directory, migration, 'migration.sql'), sql);
  };
  const deploy = () => deployMigrations(url, { directory });
  async function ask(sql: string): Promise<unknown[]> {
    const pool = openPool(url, { connections: 1, readOnly: false });
    try {
      return (await pool.query({ text: sql, rowMode: 'array' })).rows.flat();
    } finally {
      await pool.end();
    }
  }
  const tables = () => ask(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);

  beforeEach(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'switchyard-deploy-'));
    const server = inject('emptyDatabase');
    await runOn(server, `CREATE DATABASE "${name}"`);
    url = databaseUrl(server, name);
    writeMigration('0001_account', 'CREATE TABLE "Account" ("id" TEXT PRIMARY KEY);');
  });
  afterEach(async () => {
    await runOn(url, `DROP DATABASE "${name}" WITH (FORCE)`);
    rmSync(directory, { recursive: true });
  });

  test('of three processes at once one migrates, and the others wait and find it done', async () => {
    writeMigration('0002_user', 'SELECT pg_sleep(1); CREATE TABLE "User" ("id" TEXT PRIMARY KEY);');
    const module = new URL('../migrations/deploy-migrations.ts', import.meta.url).href;
    const script = `import { deployMigrations } from ${JSON.stringify(module)};
      console.log(JSON.stringify(await deployMigrations(${JSON.stringify(url)}, ${JSON.stringify({ directory })})));`;
    const run = () =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flatMap(({ stdout }) => JSON.parse(stdout) as string[])).toEqual([
      '0001_account',
      '0002_user',
    ]);
    expect(await ask('SELECT migration_name FROM _prisma_migrations ORDER BY 1')).toEqual([
      '0001_account',
      '0002_user',
    ]);
  });

  test('a migration that fails changes nothing, also what came before it in the same deploy', async () => {
    await deploy();
    await ask(`INSERT INTO "Account" VALUES ('acme')`);
    writeMigration(
      '0002_plan',
      `ALTER TABLE "Account" ADD COLUMN "plan" TEXT; UPDATE "Account" SET "plan" = 'x';`,
    );
    writeMigration(
      '0003_broken',
      'CREATE TABLE "User" ("id" TEXT); ALTER TABLE "Missing" ADD COLUMN "a" TEXT;',
    );
    await expect(deploy()).rejects.toMatchObject({
      name: 'Stop',
      message: expect.stringMatching(
        /^The migration 0003_broken failed: relation "Missing" does not exist\. The database is unchanged\./,
      ),
    });
    expect(await tables()).toEqual(['Account', '_prisma_migrations']);
    expect(await ask('SELECT * FROM "Account"')).toEqual(['acme']);
    expect(await databaseState(url, { directory })).toEqual({
      kind: 'behind',
      pending: ['0002_plan', '0003_broken'],
    });
  });

  test('a deploy waits for the processes that serve, and is refused with their names; without them it migrates', async () => {
    await deploy();
    writeMigration('0002_user', 'CREATE TABLE "User" ("id" TEXT PRIMARY KEY);');
    const server = new PostgresSignals(url, new PostgresSchemaWatch(url));
    server.listen(() => {});
    await expect.poll(() => ask(`SELECT objid FROM pg_locks WHERE objid = ${SERVING}`)).toHaveLength(1);
    await expect(deployMigrations(url, { directory, patience: 300 })).rejects.toThrow(
      new RegExp(
        `is being served by switchyard [\\d.]+ process ${process.pid} on .+ \\(connection \\d+\\)\\. Stop all .+ pg_terminate_backend`,
      ),
    );
    expect(await tables()).toEqual(['Account', '_prisma_migrations']);
    const waiting = deploy();
    await server.close();
    expect(await waiting).toEqual(['0002_user']);
  });

  test('functions with semicolons in them are one statement', async () => {
    writeMigration(
      '0002_trigger',
      `CREATE FUNCTION "noted"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."id" := NEW."id" || ';'; RETURN NEW; END $$;
       CREATE TRIGGER "Account_noted" BEFORE INSERT ON "Account" FOR EACH ROW EXECUTE FUNCTION "noted"();`,
    );
    await deploy();
    await ask(`INSERT INTO "Account" VALUES ('acme')`);
    expect(await ask('SELECT "id" FROM "Account"')).toEqual(['acme;']);
  });

  test("a database that can't hold every text is refused", async () => {
    const latin = `${name}_latin`;
    await runOn(url, `CREATE DATABASE "${latin}" ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    try {
      await expect(databaseState(databaseUrl(url, latin))).rejects.toThrow(
        /stores texts as LATIN1\. Create one with/,
      );
    } finally {
      await runOn(url, `DROP DATABASE "${latin}"`);
    }
  });

  test("another program's tables, a newer database and an unreachable one are refused with what to do, without the password", async () => {
    await ask('CREATE TABLE other (id int)');
    await expect(databaseState(url)).rejects.toThrow('contains tables of another program');
    await ask('DROP TABLE other');
    await deploy();
    rmSync(path.join(directory, '0001_account'), { recursive: true });
    await expect(databaseState(url, { directory })).rejects.toThrow(
      'is newer than this code: it has 0001_account',
    );
    for (const [away, sentence] of [
      ['postgresql://ada:secret@127.0.0.1:1/site', "can't be reached"],
      [databaseUrl(url, 'no_such_database'), "doesn't exist"],
    ] as const) {
      const failure = await databaseState(away).catch((error: Error) => error);
      expect(failure).toMatchObject({ name: 'Stop', message: expect.stringContaining(sentence) });
      expect(String(failure)).not.toContain('secret');
    }
  });
});
