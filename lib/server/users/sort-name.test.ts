import { expect, test } from 'vitest';
import { foldText, sortName } from '@/lib/server/users/sort-name';

test('a person is ordered by the name on show: first and last as far as there are any, else the address', () => {
  const email = 'zoe@acme.example';
  expect(sortName({ email, firstName: 'Zoë', lastName: 'ÅNGSTRÖM' })).toBe('zoe angstrom');
  expect(sortName({ email, firstName: null, lastName: 'Ada' })).toBe('ada');
  expect(sortName({ email, firstName: null, lastName: null })).toBe(email);
});

test('case and accents are folded in scripts that have them, and nothing else is lost', () => {
  expect(foldText('ÉLODIE Ｆull')).toBe('elodie full');
  expect(foldText('李 小龍 100% _\\')).toBe('李 小龍 100% _\\');
});
