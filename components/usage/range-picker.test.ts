import { expect, test } from 'vitest';
import { readRange, writeRange } from './range-picker';

const read = (query: string) => readRange(new URLSearchParams(query));

test('an address names a preset, two days or, silently, the last 30 days', () => {
  expect(read('')).toEqual({ days: 30 });
  expect(read('tab=x')).toEqual({ days: 30 });
  expect(read('days=90')).toEqual({ days: 90 });
  expect(read('from=2026-10-01&to=2026-10-31')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
});

test.each([
  ...['days=', 'days=8', 'days=07', 'days=-7', 'days=7&from=2026-10-01&to=2026-10-02', 'from=2026-10-01'],
  ...['to=2026-10-01', 'from=2026-02-30&to=2026-03-01', 'from=2026-10-02&to=2026-10-01', 'from=x&to=y'],
  ...['from=2020-01-01&to=2026-10-01', 'from=1969-12-31&to=1970-01-01'],
])('%s names no range', (query) => {
  expect(read(query)).toBeNull();
});

test('a written range is read back, and the rest of the address is kept', () => {
  for (const range of [{ days: 7 }, { days: 30 }, { from: '2026-10-01', to: '2026-10-02' }] as const) {
    const address = writeRange(range, new URLSearchParams('days=90&from=x&tab=1'));
    expect(read(address)).toEqual(range);
    expect(new URLSearchParams(address).get('tab')).toBe('1');
  }
  expect(writeRange({ days: 30 }, new URLSearchParams())).toBe('');
});
