import { expect, test } from 'vitest';
import { runAgainLabel } from './run-again';

const ended = { pendingRows: 0, failedRows: 0, canceledRows: 0, completedRows: 5, cost: 0.05 };

test('a button that runs a run again names every row that it adds, and what they cost', () => {
  expect(runAgainLabel({ ...ended, pendingRows: 437, failedRows: 2 })).toBe(
    'Run the other 437 rows and retry 2 for about $4.39',
  );
  expect(runAgainLabel({ ...ended, pendingRows: 1 })).toBe('Run the other 1 row for about $0.01');
  expect(runAgainLabel({ ...ended, failedRows: 3 })).toBe('Retry all failures for about $0.03');
  expect(runAgainLabel({ ...ended, failedRows: 1, canceledRows: 2, cost: null })).toBe('Run 3 rows again');
  expect(runAgainLabel({ ...ended, failedRows: 3, completedRows: 0 })).toBe('Retry all failures');
});
