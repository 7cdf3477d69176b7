import { expect, test } from 'vitest';
import { errorCategories, errorCodes, statusOf } from '@/lib/config/error-codes';
import { errorCodesTable } from '@/lib/content/reference-tables';

test('every category has codes, and the documentation lists every code once, under its category', () => {
  const categories = Object.values(errorCodes).map(({ category }) => category);
  expect(new Set(categories)).toEqual(new Set(Object.keys(errorCategories)));
  const listed = errorCodesTable().rows.map(([code, label]) => [code, label]);
  const expected = Object.entries(errorCodes).map(([code, { category }]) => [
    { code },
    errorCategories[category].label,
  ]);
  expect(listed).toHaveLength(expected.length);
  expect(listed).toEqual(expect.arrayContaining(expected));
});

test('only a limit changes the HTTP status of a response', () => {
  expect(Object.keys(errorCodes).filter((code) => statusOf(code as keyof typeof errorCodes))).toEqual([
    'RATE_LIMITED',
    'QUEUE_FULL',
  ]);
  expect(statusOf('RATE_LIMITED')).toBe(429);
});
