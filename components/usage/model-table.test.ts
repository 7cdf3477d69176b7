import { expect, test } from 'vitest';
import { callAddresses, healthOf } from './model-table';

test.each([
  [{ calls: 0, failed: 0 }, 'off', 'Not called'],
  [{ calls: 100, failed: 4 }, 'good', 'Healthy'],
  [{ calls: 100, failed: 5 }, 'soon', 'Some fail'],
  [{ calls: 4, failed: 2 }, 'bad', 'Failing'],
  [{ calls: 4, failed: 4 }, 'bad', 'Failing'],
])('the health of %o is %s, %s', (calls, tone, word) => expect(healthOf(calls)).toEqual({ tone, word }));

test("models that are summed up in a row can't be listed by their name", () => {
  expect(callAddresses('/jobs', {}, 'openai/other')).toBeNull();
  expect(callAddresses('/jobs', {}, 'sandbox/fast')?.ended('LOST')).toContain('call=LOST');
});
