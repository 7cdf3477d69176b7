import { expect, test } from 'vitest';
import { adminOptions } from '@/commands/admin-create';
import { plans } from '@/lib/config/plans';
import { commandLines } from '@/scripts/console/command-lines.mjs';

const { usage } = commandLines['admin-create'];
const flags = ['--account', 'Hooli', '--email', 'gavin@hooli.example'];

test.each([
  ['an invalid address', [...flags, '--email', 'nobody'], '--email: Enter a valid email address.'],
  ['an empty account name', [...flags, '--account', ' '], '--account: Enter an account name.'],
  [
    'an unknown plan',
    [...flags, '--plan', 'gold'],
    "--plan takes basic, starter, pro or enterprise, not 'gold'.",
  ],
  ['no account', flags.slice(2), '--account NAME is missing.'],
  ['no address', flags.slice(0, 2), '--email ADDRESS is missing.'],
  ['a flag without its value', [...flags, '--plan'], "Option '--plan <value>' argument missing."],
  ['a flag that does not exist', ['--acount', 'Hooli'], "Unknown option '--acount'."],
])('refuses %s with what is wrong, and the usage', (_, args, fault) => {
  expect(() => adminOptions(args)).toThrow(expect.objectContaining({ message: fault, usage }));
});

test('the usage names every plan', () => {
  for (const { name } of plans) expect(usage).toContain(name.toLowerCase());
});
