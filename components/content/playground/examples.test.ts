import { getVariableValues, Kind, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { apiSchema } from '@/lib/content/api-schema';
import type { CurrentUser } from '@/lib/graphql-client/current-user';
import { examplesFor } from './examples';
import { readVariables } from './use-request';

const admin: CurrentUser = {
  id: 'usr_ada',
  email: 'ada@acme.test',
  role: 'ADMIN',
  temporary_password_expires_at: null,
  first_name: null,
  last_name: null,
  account_id: 'acc_acme',
  account_name: 'Acme',
  scopes: { read: true, write: true, admin: true },
};

test.each(examplesFor(admin))('$name fits the schema, and its variables fit it', ({ query, variables }) => {
  const schema = apiSchema();
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('An example is one operation.');
  const read = readVariables(variables);
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], {
    ...('value' in read ? read.value : { fault: read.fault }),
  });
  expect(values.errors).toBeUndefined();
});

test("the variables hold the reader's own ids", () => {
  const texts = examplesFor(admin).map(({ variables }) => variables);
  expect(texts.filter((text) => text.includes('usr_ada'))).toHaveLength(3);
  expect(texts.filter((text) => text.includes('acc_acme'))).toHaveLength(1);
});

test('only admins are offered what takes an admin', () => {
  const names = examplesFor({ ...admin, role: 'DEVELOPER' }).map(({ name }) => name);
  expect(names).toContain('My API keys');
  expect(names).not.toContain('Users of the account');
  expect(names).not.toContain('Audit log');
});
