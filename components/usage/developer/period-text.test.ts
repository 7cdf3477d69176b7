import { expect, it } from 'vitest';
import { besides, monthSentence } from './period-text';

it('puts a change beside what it is counted from', () => {
  expect([besides('+6.2%', '1,134'), besides(null, '0')]).toEqual(['+6.2% from 1,134', '0 in those days']);
});

it('says that the month is not over, and what stands beside it', () => {
  expect(
    monthSentence({ from: '2026-11-01', to: '2026-11-21' }, { from: '2026-10-01', to: '2026-10-21' }),
  ).toBe('Nov 1 – Nov 21, 2026, today so far, beside Oct 1 – Oct 21, 2026');
});
