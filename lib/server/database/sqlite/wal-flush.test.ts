import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import type { Database } from '@/lib/server/database/database';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { openDatabase } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';

type Done = (error: Error | null) => void;

/** The flushes under way, each of which ends when it is called. */
const flushes = vi.hoisted(() => [] as Done[]);
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  fdatasync: (_file: number, done: Done) => flushes.push(done),
}));

let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-flush-'));
  const file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  db = openDatabase(`file:${file}`);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const positions = Prisma.sql`SELECT "position" FROM "Plan" WHERE "id" = 'plan_pro'`;
const move = (position: number) =>
  db.writeRows((tx) => tx.$executeRaw`UPDATE "Plan" SET "position" = ${position} WHERE "id" = 'plan_pro'`);

/** Writes, and notes in `ended` what has been reported as durable. */
function watched(position: number, ended: number[]): Promise<unknown> {
  return move(position).then(() => ended.push(position));
}
const untilFlushing = () => vi.waitFor(() => expect(flushes).toHaveLength(1));
async function endFlush(error: Error | null = null): Promise<void> {
  await untilFlushing();
  flushes.shift()?.(error);
}

test('a write is reported as stored only once its file is flushed, and delays neither reads nor further writes', async () => {
  const ended: number[] = [];
  const first = watched(41, ended);
  await untilFlushing();
  expect(await db.sql(positions)).toEqual([{ position: 41 }]);
  const second = watched(42, ended);
  const third = watched(43, ended);
  await vi.waitFor(async () => expect(await db.sql(positions)).toEqual([{ position: 43 }]));
  expect(ended).toEqual([]);
  await endFlush();
  await first;
  expect(ended).toEqual([41]);
  // One flush, begun after both commits, serves both.
  await endFlush();
  await Promise.all([second, third]);
  expect([ended, flushes]).toEqual([[41, 42, 43], []]);
});

test('if a flush fails, its write and writes that wait for the next flush are uncertain, and all later writes are refused', async () => {
  const writes = [move(41)];
  await untilFlushing();
  writes.push(move(42));
  await vi.waitFor(async () => expect(await db.sql(positions)).toEqual([{ position: 42 }]));
  const outcomes = Promise.allSettled(writes);
  await endFlush(new Error('EIO'));
  const uncertain = { status: 'rejected', reason: new DatabaseUnavailable('uncertain') };
  expect(await outcomes).toEqual([uncertain, uncertain]);
  await expect(move(43)).rejects.toThrow(new DatabaseUnavailable('disk'));
  await expect(db.write(async () => {})).rejects.toThrow(new DatabaseUnavailable('disk'));
});
