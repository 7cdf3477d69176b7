import { expect, test } from 'vitest';
import { microsOf } from '@/lib/format/money';
import type { ListedJob } from './job';
import { cellsOf, heads } from './jobs-download';

const job: ListedJob = {
  ...{ id: 'job_5n1c8x0v2k7q4m9s3bza', name: 'Digest', user_id: 'usr_1', status: 'COMPLETED' },
  ...{ waitReason: null, bulkJobId: null, cost: 0, createdAt: '0', startedAt: '0', finishedAt: '0' },
  ...{
    tokensIn: 0,
    tokensOut: 0,
    models: [],
    withFallbacks: false,
    apiKey: null,
    error: null,
    deepestError: null,
  },
};
const costOf = (cost: number | null) => cellsOf({ ...job, cost })[heads.indexOf('cost_usd')];

test('the costs of the rows add up to what the list and usage count, each rounded to the micro-dollar', () => {
  const nanos = [124_500, 499, 500, 1_499, 2_000_300_501, 0];
  const cells = nanos.map((each) => Number(costOf(each / 1e9)));
  expect(cells.map((each) => each * 1e6)).toEqual(cells.map((each) => Math.round(each * 1e6)));
  const counted = nanos.reduce((sum, each) => sum + Math.floor((each + 500) / 1000), 0);
  expect(microsOf(cells.reduce((sum, each) => sum + each, 0))).toBe(counted);
  expect(costOf(null)).toBe('');
});
