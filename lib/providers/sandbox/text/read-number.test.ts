import { expect, test } from 'vitest';
import { readNumber } from '@/lib/providers/sandbox/text/read-number';

test.each([
  ['900', 900],
  ['-3', -3],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1 234,50', 1234.5],
  ['1\u202f234', 1234],
  ["1'234.50", 1234.5],
  ['1.234.567', 1234567],
  ['1,234', 1234],
  ['3,5', 3.5],
  ['0.125', 0.125],
  ['12.34', 12.34],
  ['1.2.3', null],
  ['', null],
])('%j is %j', (written, value) => {
  expect(readNumber(written)).toBe(value);
});
