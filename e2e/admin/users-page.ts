import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { demoPassword, expect } from '@/e2e/fixtures';
import { openOwnAccount } from '@/e2e/own-account';
import { openAdmin, region } from './admin-page';

export const inviteForm = (page: Page) => region(page, 'Invite New User');
export const list = (page: Page) => region(page, 'Existing Users');
export const title = (page: Page) => list(page).getByRole('heading', { name: 'Existing Users' });
export const rows = (page: Page) => list(page).locator('tbody tr');
export const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
export const emails = (page: Page) => rows(page).getByRole('rowheader').locator('bdi');
export const said = (page: Page, text: string) => list(page).getByRole('status').filter({ hasText: text });
export const editDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit User' });
export const question = (page: Page, name: string) =>
  page.getByRole('alertdialog', { name: `Disable ${name}?` });
/** The alert that holds exactly this text. */
export const alerted = (page: Page, text: string) =>
  page.getByRole('alertdialog', { name: text, exact: true });

let users = 0;

/** An email address that no user has, in any account, in this run or another. */
export function freshEmail(): string {
  users += 1;
  return `user-${process.pid}-${Date.now()}-${users}@umbra.test`;
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

const fields = 'id email first_name last_name role status scopes { read write admin }';

/** Creates an account for the test, with these users and its admin, and opens the page with them. */
export async function openUsers(page: Page, people: Record<string, unknown>[] = [], query = '') {
  const { accountId, admin } = await openOwnAccount();
  await openAdmin(page, `/users${query}`, admin.email);
  const made = people.length > 0 ? await addUsers(page, accountId, people) : [];
  if (made.length > 0) await page.reload();
  await expect(title(page)).toBeVisible();
  return { accountId, admin, made };
}

/** Adds users past the page, in one call. */
async function addUsers(page: Page, accountId: string, people: Record<string, unknown>[]): Promise<Made[]> {
  const variables: Record<string, unknown> = { accountId, password: demoPassword };
  const calls = people.map(({ email, ...more }, index) => {
    variables[`email${index}`] = email ?? freshEmail();
    const given = Object.entries(more).map(([name, value]) =>
      name === 'role' ? `role: ${value}` : `${name}: ${JSON.stringify(value).replace(/"(\w+)":/g, '$1:')}`,
    );
    return `user${index}: createUser(accountId: $accountId, email: $email${index}, password: $password, ${given.join(', ')}) { ${fields} }`;
  });
  const declared = people.map((_, index) => `$email${index}: String!`).join(', ');
  const query = `mutation Add($accountId: ID!, $password: String!, ${declared}) { ${calls.join(' ')} }`;
  return Object.values(await ask<Record<string, Made>>(page, query, variables));
}

/** What the API has stored of a user. */
export async function storedUser(page: Page, id: string): Promise<Made> {
  const query = `query Stored($id: ID!) { getUser(id: $id) { ${fields} } }`;
  return (await ask<{ getUser: Made }>(page, query, { id })).getUser;
}

/** Changes a user past the page, as another admin does. */
export async function changeMeanwhile(page: Page, id: string, updates: object): Promise<void> {
  const query =
    'mutation Change($id: ID!, $updates: UserUpdates!) { updateUser(id: $id, updates: $updates) { id } }';
  await ask(page, query, { id, updates });
}
