import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { goto, signIn } from '@/testing/screens/open-screen';
import { createPerson, type Person } from '@/testing/screens/people';
import { actIn, menuIn } from './keys';

const table = () => page.getByRole('table', { name: 'API keys of the account' });

export const heading = () => page.getByRole('heading', { name: 'API Keys', exact: true });
export const createButton = () => page.getByRole('button', { name: '+ Create API Key' });
export const rows = () => table().css('tbody tr:has(th)');
export const row = (text: string) => rows().filter({ hasText: text });
/** The line below a key's row. */
export const oldSecret = (name: string) => table().css('tbody tr:not(:has(th))').filter({ hasText: name });
export const act = (name: string, action: string) => actIn(row(name), action);
export const menuOf = (name: string) => menuIn(row(name));
export const said = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
export const banner = () => page.getByRole('alertdialog').filter({ has: page.css('code') });
export const question = (name: string) => page.getByRole('alertdialog', { name, exact: true });

/** A key and the only time its secret is shown. */
export interface MadeKey {
  rawKey: string;
  apiKey: { id: string; hint: string };
}

/** Creates a key for a user without the page, as the signed-in admin. */
export async function makeKeyFor(
  { id }: { id: string },
  fields: { name?: string; expires_at?: string; scopes?: object } = {},
): Promise<MadeKey> {
  const { createAPIKey } = await ask<{ createAPIKey: MadeKey }>(
    `mutation Make($id: ID!, $name: String, $expires_at: Date, $scopes: ScopesInput) {
      createAPIKey(userId: $id, name: $name, expires_at: $expires_at, scopes: $scopes) { rawKey apiKey { id hint } }
    }`,
    { id, ...fields },
  );
  return createAPIKey;
}

/** Does something with a key past the page: `revokeAPIKey`. */
export const doWith = (action: string, { apiKey }: MadeKey, args = '') =>
  ask(`mutation Action($id: ID!) { ${action}(id: $id${args}) { __typename } }`, { id: apiKey.id });

/** Creates a user with keys of these names, and opens the page with only those. */
export async function openKeysOf(names: string[], person?: Person) {
  const owner = person ?? (await createPerson());
  await signIn('admin@globex.test');
  const keys: MadeKey[] = [];
  for (const name of names) keys.push(await makeKeyFor(owner, { name }));
  await goto(`/dashboard/admin/apikeys?user=${owner.id}`);
  await expect.element(heading()).toBeVisible();
  await expect.element(rows()).toHaveLength(names.length);
  return { owner, keys };
}

/** Opens the page with only the one key of a user, named Robot. */
export async function openRobot() {
  const { owner, keys } = await openKeysOf(['Robot']);
  const [key] = keys;
  if (!key) throw new Error('No key was made.');
  return { owner, key };
}

/** Whether the API accepts this key as a bearer token. */
export async function works(rawKey: string): Promise<boolean> {
  const { me } = await ask<{ me: { id: string } | null }>('{ me { id } }', {}, rawKey);
  return me !== null;
}
