import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, signIn } from '@/e2e/fixtures';
import { createPerson } from '@/e2e/person';

export const DAY = 86_400_000;
export const warning = 'Copy it now because it cannot be seen again.';
const question = 'Are you sure you want to delete this API key?';
export const rawKeyPattern = /sy_live_[\w-]{43}/;

export const section = (page: Page) => page.getByRole('region', { name: 'API Keys', exact: true });
export const title = (page: Page) => section(page).getByRole('heading', { name: 'API Keys', exact: true });
export const nameField = (page: Page) => section(page).locator('[name=name]');
export const createButton = (page: Page) => section(page).getByRole('button', { name: 'Create API Key' });
export const rows = (page: Page) => section(page).locator('tbody tr:has(th)');
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
/** The line below a key's row. */
export const oldSecret = (page: Page, name: string) =>
  section(page).locator('tbody tr:not(:has(th))').filter({ hasText: name });
export const banner = (page: Page) => section(page).getByRole('alertdialog');
export const confirmation = (page: Page) => page.getByRole('alertdialog', { name: question });
export const said = (page: Page, text: string) => section(page).getByRole('status').filter({ hasText: text });
export const empty = (page: Page) => section(page).getByText('No API keys found.', { exact: true });

export async function signInPerson(page: Page, fields: Parameters<typeof createPerson>[1] = {}) {
  await signIn(page, (await createPerson(page, fields)).email);
}

export async function openSettings(page: Page) {
  await page.goto('/dashboard/account');
  await expect(title(page)).toBeVisible();
}

interface MadeKey {
  rawKey: string;
  apiKey: { id: string; hint: string };
}

/** Makes a key of the signed-in person's past the page. */
export async function makeKey(
  page: Page,
  name: string | null,
  expires_at: string | null = null,
): Promise<MadeKey> {
  const { createAPIKey } = await ask<{ createAPIKey: MadeKey }>(
    page,
    `mutation Make($name: String, $expires_at: Date) {
      createAPIKey(name: $name, expires_at: $expires_at) { rawKey apiKey { id hint } }
    }`,
    { name, expires_at },
  );
  return createAPIKey;
}

export const utcDay = (daysAhead: number) =>
  new Date(Date.now() + daysAhead * DAY).toISOString().slice(0, 10);

/** Who the API takes a bearer of this key for. */
export async function ownerOf(page: Page, rawKey: string): Promise<string | null> {
  const { me } = await ask<{ me: { id: string } | null }>(page, '{ me { id } }', {}, rawKey);
  return me?.id ?? null;
}

export async function createOnPage(page: Page, name: string): Promise<string> {
  await nameField(page).fill(name);
  await createButton(page).click();
  const code = banner(page).filter({ hasText: name }).locator('code');
  await expect(code).toHaveText(rawKeyPattern);
  return code.innerText();
}
