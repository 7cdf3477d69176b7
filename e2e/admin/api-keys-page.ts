import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, requestToken } from '@/e2e/fixtures';
import { createPerson, type Person } from '@/e2e/person';
import { globexAdmin, openAdmin } from './admin-page';

export const heading = (page: Page) => page.getByRole('heading', { name: 'API Keys', exact: true });
export const createButton = (page: Page) => page.getByRole('button', { name: '+ Create API Key' });
export const rows = (page: Page) =>
  page.getByRole('table', { name: 'API keys of the account' }).locator('tbody tr:has(th)');
export const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
/** The line below a key's row. */
export const oldSecret = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'API keys of the account' })
    .locator('tbody tr:not(:has(th))')
    .filter({ hasText: name });
export const act = (page: Page, name: string, action: string) =>
  row(page, name).getByRole('button', { name: new RegExp(`^${action} `) });
export const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
export const banner = (page: Page) => page.getByRole('alertdialog').filter({ has: page.locator('code') });
export const question = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true });

interface MadeKey {
  rawKey: string;
  apiKey: { id: string; hint: string };
}

/** Another session of the page's admin, to work past the page. */
const secondAdmin = (page: Page) => requestToken(page, globexAdmin);

/** Creates a key for a user without the page, as the signed-in admin or with another `token`. */
export async function makeKeyFor(
  page: Page,
  { id }: Person,
  fields: { name?: string; expires_at?: string; scopes?: object } = {},
  token?: string,
): Promise<MadeKey> {
  const { createAPIKey } = await ask<{ createAPIKey: MadeKey }>(
    page,
    `mutation Make($id: ID!, $name: String, $expires_at: Date, $scopes: ScopesInput) {
      createAPIKey(userId: $id, name: $name, expires_at: $expires_at, scopes: $scopes) { rawKey apiKey { id hint } }
    }`,
    { id, ...fields },
    token,
  );
  return createAPIKey;
}

/** Does something with a key past the page: `revokeAPIKey`. */
export const doWith = (page: Page, action: string, { apiKey }: MadeKey, args = '') =>
  ask(page, `mutation Action($id: ID!) { ${action}(id: $id${args}) { __typename } }`, { id: apiKey.id });

/** Creates a user with keys of these names, and opens the page with only those. */
export async function openKeysOf(page: Page, names: string[], person?: Person) {
  const owner = person ?? (await createPerson(page));
  const token = await secondAdmin(page);
  const keys: MadeKey[] = [];
  for (const name of names) keys.push(await makeKeyFor(page, owner, { name }, token));
  await openAdmin(page, `/apikeys?user=${owner.id}`);
  await expect(heading(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(names.length);
  return { owner, keys };
}

/** Whether the API accepts this key as a bearer token. */
export async function works(page: Page, rawKey: string): Promise<boolean> {
  const { me } = await ask<{ me: { id: string } | null }>(page, '{ me { id } }', {}, rawKey);
  return me !== null;
}
