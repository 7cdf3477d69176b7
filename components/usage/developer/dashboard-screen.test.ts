import { expect, test } from 'vitest';
import { limitTone } from '@/components/usage/meters';
import { limitSentence } from './dashboard-screen';

const within = {
  maxWorkflows: 1_000 as number | null,
  wholeMonthMaxWorkflows: 1_000,
  planChangedOn: null,
  limitedExecutions: 999,
  refusesOverLimit: true,
  resetsOn: '2026-12-01',
  storedBytes: 0,
  maxStoredBytes: 1,
};
const refused = { ...within, limitedExecutions: 1_000 };
const charged = { ...refused, refusesOverLimit: false };

test('the bar warns once the next execution is over the limit: in amber if it costs extra, in red if it is refused', () => {
  expect([within, charged, refused].map(limitTone)).toEqual(['good', 'soon', 'bad']);
  expect(limitTone({ ...charged, maxWorkflows: null })).toBe('good');
});

test('a sentence says what the limit means for the next execution, and until when', () => {
  expect([within, charged, refused].map(limitSentence)).toEqual([
    'Executions of all its users, which admins can list. The count starts again on Dec 1.',
    'The limit is used up. Until Dec 1, each further execution costs extra.',
    'The limit is used up. Until Dec 1, executions are refused unless an admin changes the plan.',
  ]);
});

test('an account with no limit, or with no plan, says so', () => {
  expect(limitSentence({ ...charged, maxWorkflows: null })).toBe(
    "The account's plan doesn't limit executions.",
  );
  expect(limitSentence({ ...refused, maxWorkflows: 0, limitedExecutions: 0 })).toBe(
    'The account has no plan this month. An admin can choose one.',
  );
});
