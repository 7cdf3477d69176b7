import { prepare } from './prepare';

/** A user created for one test; no other test changes their records. */
export interface Person {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
}

interface PersonFields {
  first_name?: string | null;
  last_name?: string | null;
  scopes?: { read: boolean; write: boolean };
}

/** Adds a developer to Globex, with the demo password; to be signed in with `signIn`. */
export const createPerson = (fields: PersonFields = {}): Promise<Person> => prepare('person', fields);

interface OwnAccount {
  accountId: string;
  admin: { id: string; email: string };
}

/** Opens an account for one test, as an operator does. The password is that of the demo. */
export const openOwnAccount = (planId?: string): Promise<OwnAccount> => prepare('account', { planId });
