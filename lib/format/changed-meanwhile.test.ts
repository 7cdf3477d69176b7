import { expect, test } from 'vitest';
import { changedMeanwhile } from './changed-meanwhile';

interface Person {
  first_name: string | null;
  role: 'ADMIN' | 'DEVELOPER';
  scopes: { read: boolean; write: boolean };
  etag: string;
}

const before: Person = {
  first_name: 'Bo',
  role: 'DEVELOPER',
  scopes: { read: true, write: true },
  etag: 'one',
};
const sentence = (changes: Partial<Person>, from: Partial<Person> = {}) =>
  changedMeanwhile<Person>(
    { ...before, ...from },
    { ...before, ...changes },
    {
      role: { label: 'Role', format: (role) => (role === 'ADMIN' ? 'Admin' : 'Developer') },
      first_name: 'First Name',
      scopes: { label: 'Scopes', format: ({ write }) => (write ? 'read, write' : 'read') },
    },
  );

test('says what changed in the order of the labels, and in one sentence', () => {
  expect(sentence({ first_name: 'Ada' })).toBe('Meanwhile First Name became “Ada”.');
  expect(sentence({ first_name: 'Ada', role: 'ADMIN' })).toBe(
    'Meanwhile Role became Admin and First Name became “Ada”.',
  );
  expect(sentence({ first_name: 'Ada', role: 'ADMIN', scopes: { read: true, write: false } })).toBe(
    'Meanwhile Role became Admin, First Name became “Ada”, and Scopes became read.',
  );
});

test('a text that is gone was cleared; none and an empty one are the same', () => {
  expect(sentence({ first_name: null })).toBe('Meanwhile First Name was cleared.');
  expect(sentence({ first_name: '' })).toBe('Meanwhile First Name was cleared.');
  expect(sentence({ first_name: null }, { first_name: '' })).toBeNull();
  expect(sentence({ first_name: 'Ada' }, { first_name: null })).toBe('Meanwhile First Name became “Ada”.');
});

test('fields without a label, and equal ones in other objects, are omitted', () => {
  expect(sentence({ etag: 'two' })).toBeNull();
  expect(sentence({ scopes: { read: true, write: true } })).toBeNull();
  expect(sentence({})).toBeNull();
});
