import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { openOwnAccount } from '@/testing/screens/people';
import { prepare } from '@/testing/screens/prepare';
import { openAdmin, region } from './admin-page';

export const inviteForm = () => region('Invite New User');
export const list = () => region('Existing Users');
export const title = () => list().getByRole('heading', { name: 'Existing Users' });
export const rows = () => list().css('tbody tr');
export const row = (text: string) => rows().filter({ hasText: text });
export const emails = () => rows().getByRole('rowheader').css('bdi');
export const said = (text: string) => list().getByRole('status').filter({ hasText: text });
export const editDialog = () => page.getByRole('dialog', { name: 'Edit User' });
export const question = (name: string) => page.getByRole('alertdialog', { name: `Disable ${name}?` });
/** The alert that holds exactly this text. */
export const alerted = (text: string) => page.getByRole('alertdialog', { name: text, exact: true });

/** An email address that no user has, in any account. */
export const freshEmail = (): string => `user-${crypto.randomUUID()}@umbra.test`;

interface NewUser {
  first_name?: string;
  last_name?: string;
  role?: 'ADMIN' | 'DEVELOPER';
  scopes?: { read?: boolean; write?: boolean };
  /** Epoch milliseconds; null for a pending invitation. */
  signed_in_at?: number | null;
  /** When the password was issued as a temporary one, epoch milliseconds. */
  temporary_password_at?: number;
}

interface Made {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  role: string;
  status: string;
  scopes: { read: boolean; write: boolean; admin: boolean };
}

/** Creates an account for the test, with these users and its admin, and opens the page with them. */
export async function openUsers(people: NewUser[] = [], query = '') {
  const { accountId, admin } = await openOwnAccount();
  const users = people.map((person) => ({ email: freshEmail(), ...person }));
  const made = users.length > 0 ? await prepare<Made[]>('users', { accountId, users }) : [];
  await openAdmin(`/users${query}`, admin.email);
  await expect.element(title()).toBeVisible();
  return { accountId, admin, made };
}

/** Opens the page with an account's admin and one more user. */
export async function openWithPat() {
  const { accountId, admin, made } = await openUsers([{ first_name: 'Pat', last_name: 'Person' }]);
  const [pat] = made;
  if (!pat) throw new Error('nobody was made');
  await expect.element(row(pat.email)).toBeVisible();
  return { accountId, admin, pat };
}

/** The API's stored record of a user. */
export async function storedUser(id: string): Promise<Made> {
  const query = `query Stored($id: ID!) {
    getUser(id: $id) { id email first_name last_name role status scopes { read write admin } }
  }`;
  return (await ask<{ getUser: Made }>(query, { id })).getUser;
}

/** Changes a user past the page, as another admin does. */
export async function changeAsAnotherAdmin(id: string, updates: object): Promise<void> {
  const query =
    'mutation Change($id: ID!, $updates: UserUpdates!) { updateUser(id: $id, updates: $updates) { id } }';
  await ask(query, { id, updates });
}
