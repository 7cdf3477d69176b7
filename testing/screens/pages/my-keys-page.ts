import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { goto, signIn } from '@/testing/screens/open-screen';
import { createPerson } from '@/testing/screens/people';
import { rawKeyPattern } from './keys';

export const DAY = 86_400_000;
export const warning = "Copy it now because it can't be seen again.";
const question = 'Are you sure you want to delete this API key?';

export const section = page.getByRole('region', { name: 'API Keys', exact: true });
export const title = section.getByRole('heading', { name: 'API Keys', exact: true });
export const nameField = section.css('[name=name]');
export const createButton = section.getByRole('button', { name: 'Create API Key' });
export const rows = section.css('tbody tr:has(th)');
export const row = (name: string) => rows.filter({ hasText: name });
/** The line below a key's row. */
export const oldSecret = (name: string) => section.css('tbody tr:not(:has(th))').filter({ hasText: name });
export const banner = section.getByRole('alertdialog');
export const confirmation = page.getByRole('alertdialog', { name: question });
export const said = (text: string) => section.getByRole('status').filter({ hasText: text });
export const empty = section.getByText('No API keys found.', { exact: true });

export async function signInPerson(fields: Parameters<typeof createPerson>[0] = {}) {
  await signIn((await createPerson(fields)).email);
}

export async function openSettings() {
  await goto('/dashboard/account');
  await expect.element(title).toBeVisible();
}

interface MadeKey {
  rawKey: string;
  apiKey: { id: string; hint: string };
}

/** Makes a key of the signed-in person's past the page. */
export async function makeKey(name: string | null, expires_at: string | null = null): Promise<MadeKey> {
  const { createAPIKey } = await ask<{ createAPIKey: MadeKey }>(
    `mutation Make($name: String, $expires_at: Date) {
      createAPIKey(name: $name, expires_at: $expires_at) { rawKey apiKey { id hint } }
    }`,
    { name, expires_at },
  );
  return createAPIKey;
}

/** Makes as many keys without a name. */
export async function makeKeys(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 25) {
    const calls = Array.from(
      { length: Math.min(left, 25) },
      (_, index) => `k${index}: createAPIKey { rawKey }`,
    );
    await ask(`mutation { ${calls.join('\n')} }`);
  }
}

/** The user whom the API identifies by this key. */
export async function ownerOf(rawKey: string): Promise<string | null> {
  const { me } = await ask<{ me: { id: string } | null }>('{ me { id } }', {}, rawKey);
  return me?.id ?? null;
}

/** Creates a key by the form. @returns the raw key that is shown */
export async function createOnPage(name: string): Promise<string> {
  await nameField.fill(name);
  await createButton.click();
  const code = banner.filter({ hasText: name }).css('code');
  await expect.element(code).toMatchTextContent(rawKeyPattern);
  return code.element().textContent ?? '';
}

/** The raw keys that are shown, in their order. */
export const shownKeys = () =>
  banner
    .css('code')
    .elements()
    .map(({ textContent }) => textContent);
