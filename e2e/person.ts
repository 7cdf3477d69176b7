import type { Page } from '@playwright/test';
import { ask } from './ask';
import { demoPassword, requestToken } from './fixtures';

/** A user created for one test; no other test changes their records. */
export interface Person {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
}

interface PersonFields {
  first_name?: string;
  last_name?: string;
  scopes?: { read?: boolean; write?: boolean };
}

let people = 0;
/** Globex's admin, asked for once a worker. */
let admin: Promise<{ token: string; accountId: string }> | undefined;

async function signInAdmin(page: Page) {
  const token = await requestToken(page, 'admin@globex.test');
  const { me } = await ask<{ me: { account_id: string } }>(page, '{ me { account_id } }', {}, token);
  return { token, accountId: me.account_id };
}

/** Adds a developer to Globex by its admin, with the demo password; to be signed in with `signIn`. */
export async function createPerson(page: Page, fields: PersonFields = {}): Promise<Person> {
  people += 1;
  admin ??= signInAdmin(page);
  const { token, accountId } = await admin;
  const { createUser } = await ask<{ createUser: Person }>(
    page,
    `mutation Invite($accountId: ID!, $email: String!, $password: String!, $first_name: String, $last_name: String, $scopes: ScopesInput) {
      createUser(accountId: $accountId, email: $email, password: $password, role: DEVELOPER,
        first_name: $first_name, last_name: $last_name, scopes: $scopes) { id email first_name last_name }
    }`,
    {
      accountId,
      // Unique among workers, and among runs on one database.
      email: `person-${process.pid}-${Date.now()}-${people}@globex.test`,
      password: demoPassword,
      first_name: 'Pat',
      last_name: 'Person',
      ...fields,
    },
    token,
  );
  return createUser;
}
