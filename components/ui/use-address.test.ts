import { expect, test } from 'vitest';
import { chosen } from './use-address';

const choices = { ACTIVE: 'Active', REVOKED: 'Revoked' };

test('a choice is read in upper case and lower', () => {
  expect(['active', 'ACTIVE', 'Revoked'].map((given) => chosen(choices, given))).toEqual([
    'ACTIVE',
    'ACTIVE',
    'REVOKED',
  ]);
  expect(chosen({ created: 'CREATED' }, 'Created')).toBe('created');
});

test.each([null, '', 'king', 'toString', '__proto__'])("%j isn't a choice", (given) => {
  expect(chosen(choices, given)).toBeNull();
});
