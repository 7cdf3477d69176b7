import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { listBulkFiles } from '@/lib/server/bulk/get-bulk-file';
import { uploadRows } from '@/testing/bulk-run';
import { onPostgres } from '@/testing/test-database';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';
import { watchStatements } from '@/testing/watch-statements';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

test.skipIf(onPostgres)('files are listed from an index, without their columns and bad rows', async () => {
  const { context } = server;
  const viewer = operatorViewer(world.users.developer);
  const text = `name,text\nArm,It stalls.\n${'Rail,It bends.,and more\n'.repeat(2)}`;
  const id = await uploadRows(context, viewer, text);
  const watch = watchStatements();
  const [file] = await listBulkFiles(context, viewer, {});
  const list = watch.take().find((sql) => sql.includes('ORDER BY')) ?? '';
  watch.end();
  expect(file).toMatchObject({ id, rowCount: 1, badCount: 2 });
  const values = Array<string>(list.match(/\?/g)?.length ?? 0).fill('1');
  const plan = await context.db.prisma.$queryRawUnsafe<{ detail: string }[]>(
    `EXPLAIN QUERY PLAN ${list}`,
    ...values,
  );
  const details = plan.map(({ detail }) => detail).join('; ');
  expect(details).toContain('USING COVERING INDEX BulkFile_listed');
  expect(details).not.toContain('TEMP B-TREE');
});
