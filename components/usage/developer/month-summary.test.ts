import { expect, it } from 'vitest';
import { changeSentence, monthSentence } from './month-summary';

it('puts a change next to the number that it starts from', () => {
  expect([changeSentence('+6.2%', '1,134'), changeSentence(null, '0')]).toEqual([
    '+6.2% from 1,134',
    '0 in that period',
  ]);
});

it('says that the month is not over, and what it is compared with', () => {
  expect(
    monthSentence({ from: '2026-11-01', to: '2026-11-21' }, { from: '2026-10-01', to: '2026-10-21' }),
  ).toBe('Nov 1 – Nov 21, 2026, today so far, compared with Oct 1 – Oct 21, 2026');
});
