import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MemoryPostgres, openMemoryPostgres } from '@/lib/server/database/postgres/memory-postgres';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { postgresRows } from '@/lib/server/database/postgres/postgres-rows';
import { Prisma } from '@/prisma/generated/prisma/client';

const zone = process.env.TZ;
let memory: MemoryPostgres;
beforeAll(async () => {
  memory = await openMemoryPostgres();
});
afterAll(async () => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  await memory.close();
});

test('a moment is sent and read as it is, whatever the time zone of the process', async () => {
  process.env.TZ = 'America/New_York';
  const pool = openPool(memory.url, { connections: 1, readOnly: true });
  const moment = new Date('2026-06-15T12:00:00.123Z');
  const rows = await postgresRows(pool)(Prisma.sql`
    SELECT CAST(${moment} AS timestamp(3)) AS "moment", CAST(CAST(${moment} AS timestamp(3)) AS text) AS "text"`);
  await pool.end();
  expect(rows).toEqual([{ moment, text: '2026-06-15 12:00:00.123' }]);
});
