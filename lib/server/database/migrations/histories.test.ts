import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releases, version } from '@/lib/config/releases';
import { type MemoryPostgres, openMemoryPostgres } from '@/lib/server/database/postgres/memory-postgres';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { Prisma } from '@/prisma/generated/prisma/client';
import { postgresSchema } from '@/scripts/setup/generate.mjs';
import { databaseState } from './database-state';
import { deployMigrations } from './deploy-migrations';
import { migrationScript } from './migration-script';
import { projectMigrations, readMigrations } from './read-migrations';

const schema = readFileSync('prisma/schema.prisma', 'utf8');
let postgres: MemoryPostgres;
let shadow: MemoryPostgres;
beforeAll(async () => {
  [postgres, shadow] = await Promise.all([openMemoryPostgres(), openMemoryPostgres()]);
});
afterAll(() => Promise.all([postgres.close(), shadow.close()]));

async function ask<Row extends object>(sql: string): Promise<Row[]> {
  const pool = openPool(postgres.url, { connections: 1, readOnly: true });
  try {
    return (await pool.query<Row>(sql)).rows;
  } finally {
    await pool.end();
  }
}

test('the migrations of both databases lead to the one schema', async () => {
  const { sqlite, postgresql } = projectMigrations;
  expect(await migrationScript({ provider: 'sqlite', directory: sqlite }, schema)).toBe('');
  const wanted = postgresSchema(schema);
  expect(await migrationScript({ provider: 'postgresql', directory: postgresql }, wanted, shadow.url)).toBe(
    '',
  );
});

test('each migration after the first ones is there for both databases, under one name', () => {
  const names = (directory: string) =>
    readMigrations(directory)
      .map(({ name }) => name)
      .filter((name) => name > '0011');
  expect(names(projectMigrations.postgresql)).toEqual(names(projectMigrations.sqlite));
});

test('each release of the changelog is listed with the last migration that it knows', () => {
  const known = Object.entries(releases);
  const sections = readFileSync('CHANGELOG.md', 'utf8')
    .split(/^## \[/m)
    .filter((section) => /^\d/.test(section))
    .reverse();
  expect(known.map(([release]) => release)).toEqual(sections.map((section) => section.split(']')[0]));
  for (const file of ['package.json', 'package-lock.json'])
    expect(JSON.parse(readFileSync(file, 'utf8')).version, file).toBe(version);
  const migrations = readMigrations(projectMigrations.sqlite).map(({ name }) => name);
  const places = known.map(([, last]) => migrations.indexOf(last));
  expect(places[0]).toBe(0);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  for (const [index, section] of sections.entries()) {
    const upgrade = /\*\*Upgrade:\*\* migrations? (\d{4})(?: (?:to|and) (\d{4}))?/.exec(section);
    if (upgrade) expect(known[index]?.[1]).toMatch(new RegExp(`^${upgrade[2] ?? upgrade[1]}_`));
  }
});

test('an empty PostgreSQL database gets all migrations once, and is up to date from then on', async () => {
  const all = readMigrations(projectMigrations.postgresql).map(({ name }) => name);
  expect(await databaseState(postgres.url)).toEqual({ kind: 'missing', pending: all });
  expect(await deployMigrations(postgres.url)).toEqual(all);
  expect(await databaseState(postgres.url)).toEqual({ kind: 'current', pending: [] });
  expect(await deployMigrations(postgres.url)).toEqual([]);
});

test('PostgreSQL compares every text byte by byte, as SQLite does', async () => {
  const texts = await ask<{ table_name: string; collation_name: string | null }>(
    `SELECT table_name, collation_name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text'
       AND table_name <> '_prisma_migrations'`,
  );
  expect(new Set(texts.map(({ table_name }) => table_name))).toEqual(
    new Set([...Object.values(Prisma.ModelName), 'RateLimitCounter']),
  );
  expect(new Set(texts.map(({ collation_name }) => collation_name))).toEqual(new Set(['C']));
});

test('PostgreSQL orders the values of every enum as SQLite orders their names', async () => {
  const enums = await ask<{ name: string; values: string[] }>(
    `SELECT typname AS name, array_agg(enumlabel::text ORDER BY enumsortorder) AS values
     FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid GROUP BY typname`,
  );
  expect(enums.length).toBeGreaterThan(5);
  for (const { name, values } of enums) expect(values, name).toEqual(values.toSorted());
});
