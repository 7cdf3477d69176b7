import { expect, test } from 'vitest';
import { executionsAddress } from './executions-address';
import { callNoun, sumsSentence } from './job-sums-note';
import { namesIn } from './use-job-filters';

const sums = {
  jobs: 12,
  failedJobs: 0,
  hasMore: false,
  cost: 0.0042,
  unknownCostCount: 0,
  calls: 30,
  tokensIn: 1_204,
  tokensOut: 300,
  countedExecutions: 12,
};

test('a whole list says what it adds up to', () => {
  expect(sumsSentence(sums)).toBe(
    '12 executions, with 30 calls of models, 1,204 tokens in and 300 out, $0.0042 in all.',
  );
  expect(sumsSentence({ ...sums, countedExecutions: null, unknownCostCount: 2 })).toBe(
    '12 executions, with 30 calls of models, 1,204 tokens in and 300 out, $0.0042, and 2 of unknown cost in all.',
  );
  const failing = { ...sums, failedJobs: 2 };
  expect(sumsSentence(failing)).toBe(
    '12 executions (2 failed), with 30 calls of models, 1,204 tokens in and 300 out, $0.0042 in all.',
  );
  expect(sumsSentence(failing, { saysFailed: false })).toBe(sumsSentence(sums));
});

test(`models that weren't called are "passed over", as on the other pages`, () => {
  expect(sumsSentence(sums, { ofCalls: callNoun('PASSED_OVER') })).toContain('30 models passed over');
});

test('a list of jobs says so, and nothing of what usage counts', () => {
  const ofJobs = { one: 'job', other: 'jobs' };
  expect(sumsSentence({ ...sums, jobs: 1, countedExecutions: 15 }, { ofJobs })).toBe(
    '1 job, with 30 calls of models, 1,204 tokens in and 300 out, $0.0042 in all.',
  );
});

test('a list of which usage counts more says how many are kept', () => {
  expect(sumsSentence({ ...sums, countedExecutions: 15 })).toMatch(
    /^12 of 15 executions are still kept, with 30 calls of models, 1,204 tokens in and 300 out, \$0\.0042 in all\. Usage also counts deleted jobs/,
  );
});

test('a list that is too long to be added up says so, unless all that usage counts was found', () => {
  const long = { ...sums, hasMore: true };
  expect(sumsSentence({ ...long, countedExecutions: 15 })).toBe(
    'At least 12 executions. Only the newest 50,000 jobs were added up.',
  );
  expect(sumsSentence({ ...long, countedExecutions: null })).toMatch(/^At least 12 executions\./);
  expect(sumsSentence(long)).toBe(
    '12 executions, with 30 calls of models, 1,204 tokens in and 300 out, $0.0042 in all.',
  );
});

test('an address has the days of the end, rows of bulk runs, and executions only', () => {
  expect(
    executionsAddress('/dashboard/workflows', { from: '2026-11-01', to: '2026-11-02', template: 'A & B' }),
  ).toBe(
    '/dashboard/workflows?template=A+%26+B&ended-from=2026-11-01&ended-to=2026-11-02&rows=yes&executions=yes',
  );
});

test('an address of other templates has their names as they are', () => {
  const address = executionsAddress('/dashboard/workflows', { except: ['A & B', '["C"]'] });
  expect(namesIn(new URLSearchParams(address.split('?')[1]).get('except'))).toEqual(['A & B', '["C"]']);
  expect(['A', '{}', '[1]'].map(namesIn)).toEqual([null, null, null]);
});
