import { expect, test } from 'vitest';
import type { AdminUser } from './admin-user';
import { hasChanges, userChanges, userFormFields } from './user-fields';

const developer: AdminUser = {
  id: 'usr_1',
  email: 'dev@acme.test',
  role: 'DEVELOPER',
  status: 'ACTIVE',
  first_name: 'Dee',
  last_name: null,
  account_name: 'Acme',
  account_id: 'acc_1',
  last_sign_in_at: null,
  last_active_at: null,
  temporary_password_expires_at: null,
  createdAt: '0',
  etag: 'tag',
  scopes: { read: true, write: true, admin: false },
};
const admin: AdminUser = { ...developer, role: 'ADMIN', scopes: { read: true, write: true, admin: true } };

test('a missing name is an empty one in the form', () => {
  expect(userFormFields(developer)).toEqual({
    email: 'dev@acme.test',
    first_name: 'Dee',
    last_name: '',
    role: 'DEVELOPER',
    read: true,
    write: true,
  });
});

test.each([
  ['nothing', developer, {}, {}],
  ['a name', developer, { first_name: null }, { first_name: null }],
  ['an address', developer, { email: 'new@acme.test' }, { email: 'new@acme.test' }],
  ['a scope', developer, { write: false }, { scopes: { read: true, write: false, admin: false } }],
  [
    'a promotion',
    developer,
    { role: 'ADMIN' },
    { role: 'ADMIN', scopes: { read: true, write: true, admin: true } },
  ],
  ["an admin's scope", admin, { read: false }, { scopes: { read: false, write: true, admin: true } }],
  ['a demotion', admin, { role: 'DEVELOPER' }, { role: 'DEVELOPER' }],
  [
    'a demotion with a scope',
    admin,
    { role: 'DEVELOPER', write: false },
    { role: 'DEVELOPER', scopes: { read: true, write: false, admin: false } },
  ],
  [
    "a scope of a developer's who was given the admin one",
    { ...developer, scopes: admin.scopes },
    { write: false },
    { scopes: { read: true, write: false, admin: true } },
  ],
] as const)('of %s just that is sent', (_what, present, typed, sent) => {
  const output = { ...userFormFields(present), ...typed };
  const dirty = Object.fromEntries(Object.keys(typed).map((name) => [name, true]));
  expect(userChanges(output, dirty, present)).toEqual(sent);
});

test('a record has the changes if it has every field that was touched, whatever else differs', () => {
  const output = {
    email: 'dev@acme.test',
    first_name: 'Ada',
    last_name: null,
    role: 'ADMIN',
    read: true,
    write: true,
  } as const;
  const touched = { first_name: true, last_name: true };
  expect(hasChanges({ ...developer, first_name: 'Ada' }, output, touched)).toBe(true);
  expect(hasChanges({ ...developer, first_name: 'Ada' }, output, { ...touched, role: true })).toBe(false);
  expect(hasChanges(developer, output, touched)).toBe(false);
  expect(hasChanges(developer, output, {})).toBe(false);
});
