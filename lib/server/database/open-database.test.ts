import { expect, test } from 'vitest';
import { openDatabase, openSnapshot } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { addEmail } from '@/testing/database-folder';
import { copyTestDatabase } from '@/testing/test-database';

test('a snapshot stays as it was when it was opened, and keeps no write waiting', async () => {
  const { url, remove } = await copyTestDatabase();
  const db = openDatabase(url);
  const emails = Prisma.sql`SELECT "id" FROM "OutboundEmail" ORDER BY "id"`;
  await addEmail(db, 'before');
  const snapshot = await openSnapshot(url);
  await addEmail(db, 'after');
  expect(await snapshot.rows(emails)).toEqual([{ id: 'before' }]);
  expect(await db.sql(emails)).toEqual([{ id: 'after' }, { id: 'before' }]);
  await expect(snapshot.rows(Prisma.sql`DELETE FROM "OutboundEmail" RETURNING "id"`)).rejects.toThrow();
  await snapshot.close();
  await db.close();
  await remove();
});

test('a database that is missing is refused', async () => {
  await expect(openSnapshot('file:/nowhere/site.db')).rejects.toThrow();
});
