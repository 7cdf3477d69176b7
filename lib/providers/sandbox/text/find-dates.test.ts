import { expect, test } from 'vitest';
import { findDates } from '@/lib/providers/sandbox/text/find-dates';

test.each([
  ['2026-11-17', '2026-11-17'],
  ['2026/11/7', '2026-11-07'],
  ['17.11.2026', '2026-11-17'],
  ['17.11.26', '2026-11-17'],
  ['3/4/2026', '2026-04-03'],
  ['11/17/2026', '2026-11-17'],
  ['17 November 2026', '2026-11-17'],
  ['17th of Nov. 2026', '2026-11-17'],
  ['November 17th, 2026', '2026-11-17'],
  ['den 3. März 2026', '2026-03-03'],
  ['le 1er août 2026', '2026-08-01'],
  ['el 17 de noviembre de 2026', '2026-11-17'],
  ['2026年11月17日', '2026-11-17'],
  ['17 نوفمبر 2026', '2026-11-17'],
  ['١٧ نوفمبر ٢٠٢٦', '2026-11-17'],
  ['29 February 2028', '2028-02-29'],
])('%s is %s', (text, date) => {
  expect(findDates(`Until ${text}.`).map((found) => found.date)).toEqual([date]);
});

test.each([
  '31 April 2026',
  '29.02.2026',
  '2026-13-01',
  'version 1.2.3.4',
  '17 grippers 2026',
  '20318-11-170',
])("%s isn't a date", (text) => {
  expect(findDates(text)).toEqual([]);
});

test('dates come in the order of the text', () => {
  const dates = findDates('From 3 May 2026 to 2026-06-01, not 01.02.2025.').map(({ date }) => date);
  expect(dates).toEqual(['2026-05-03', '2026-06-01', '2025-02-01']);
});
