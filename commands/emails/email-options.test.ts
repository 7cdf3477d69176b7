import { expect, test } from 'vitest';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { emailOptions } from './email-options';

test('reads every flag', () => {
  const args = 'waitlist --search Ada --since 2026-06-01 --limit 3 --format csv --out list.csv'.split(' ');
  expect(emailOptions(args, '/home/ada')).toEqual({
    kinds: ['WAITLIST'],
    search: 'Ada',
    since: new Date('2026-06-01T00:00:00Z'),
    limit: 3,
    format: 'csv',
    out: '/home/ada/list.csv',
  });
});

test.each([
  ['an unknown kind', 'invoices', 'The list is waitlist or contact.'],
  ['two kinds', 'waitlist contact', "Unexpected argument 'contact'."],
  ['csv of both kinds', '--format csv', '--format csv needs waitlist or contact.'],
  ['an unknown format', '--format xml', '--format takes table, csv or json.'],
  ['an unknown flag', '--all', "Unknown option '--all'."],
  ["a day that doesn't exist", '--since 2026-02-30', '--since takes a day that exists, as YYYY-MM-DD.'],
  ['a limit of none', '--limit 0', '--limit takes a number from 1 on.'],
  ['a limit that is no number', '--limit ten', '--limit takes a number from 1 on.'],
  ['a flag without its value', '--search', "Option '--search <value>' argument missing."],
  ['a flag that another follows', '--search --limit 3', "Option '--search' argument is ambiguous."],
])('refuses %s with what is wrong, and the usage', (_, args, fault) => {
  expect(() => emailOptions(args.split(' '), '/')).toThrow(
    expect.objectContaining({ message: fault, usage: commandLines.emails.usage }),
  );
});
