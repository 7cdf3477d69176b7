import fs from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres } from './postgres-programs';
import { type PostgresServer, startPostgres } from './start-postgres';

/** The first column of the first row. */
async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

describe.skipIf(!findPostgres())('a temporary PostgreSQL (skipped if this machine has none)', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test('listens on 127.0.0.1 only, writes through to the disk, and asks for its password', async () => {
    const url = server.url('postgres');
    expect(await ask(url, 'SHOW listen_addresses')).toBe('127.0.0.1');
    expect(await ask(url, 'SHOW unix_socket_directories')).toBe(server.folder);
    expect(await ask(url, 'SHOW fsync')).toBe('on');
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('creates a database as a copy of another one', async () => {
    const original = await server.createDatabase('original');
    await ask(original, 'CREATE TABLE "Kept" AS SELECT 7 AS "value"');
    const copy = await server.createDatabase('copy', { template: 'original' });
    await ask(original, 'UPDATE "Kept" SET "value" = 8');
    expect(await ask(copy, 'SELECT "value" FROM "Kept"')).toBe(7);
  });

  test.each(['fast', 'immediate'] as const)(
    'a restart (%s) refuses meanwhile, and keeps what was committed',
    async (how) => {
      const url = await server.createDatabase(`restarted_${how}`);
      await ask(url, 'CREATE TABLE "Kept" AS SELECT 7 AS "value"');
      await server.restart(how, async () => {
        await expect(ask(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      });
      expect(await ask(url, 'SELECT "value" FROM "Kept"')).toBe(7);
    },
  );

  test('once stopped, it is gone with its folder; without durability it starts too', async () => {
    const other = await startPostgres({ durable: false });
    const url = other.url('postgres');
    expect(await ask(url, 'SHOW fsync')).toBe('off');
    await other.stop();
    await expect(ask(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(fs.existsSync(other.folder)).toBe(false);
  });
});
