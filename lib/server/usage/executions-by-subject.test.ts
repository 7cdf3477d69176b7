import { expect, test } from 'vitest';
import type { SqlReader } from '@/lib/server/database/database';
import { sqliteDialect } from '@/lib/server/database/sqlite/sqlite-dialect';
import { executionsBySubject } from './executions-by-subject';

test('other calls get their turn between the parts of a long range', async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return [{ rows: 1, executions: 1, ids: '["tpl_1"]', totals: '[1]' }];
  };
  const readRows = Object.assign(read, { dialect: sqliteDialect }) as unknown as SqlReader;
  let turns = 0;
  let done = false;
  const turn = () => {
    turns += 1;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  const scope = { grain: 'TEMPLATE', accountId: 'acc_1' } as const;
  const sums = await executionsBySubject(
    readRows,
    scope,
    { from: '2020-01-01', to: '2022-09-26' },
    '2026-01-01',
  );
  done = true;
  expect(reads).toBe(11);
  expect(turns).toBeGreaterThanOrEqual(10);
  expect(sums).toEqual(new Map([['tpl_1', 10]]));
});
