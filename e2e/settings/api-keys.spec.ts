import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, readClipboard, signIn, test } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import { createPerson } from '@/e2e/person';

const section = (page: Page) => page.getByRole('region', { name: 'API Keys', exact: true });
const rows = (page: Page) => section(page).locator('tbody tr:has(th)');
const banner = (page: Page) => section(page).getByRole('alertdialog');

async function openSettings(page: Page) {
  await signIn(page, (await createPerson(page)).email);
  await page.goto('/dashboard/account');
}

/** The user whom the API identifies by this key. */
async function ownerOf(page: Page, rawKey: string): Promise<string | null> {
  const { me } = await ask<{ me: { id: string } | null }>(page, '{ me { id } }', {}, rawKey);
  return me?.id ?? null;
}

async function createKey(page: Page, name: string): Promise<void> {
  await section(page).locator('[name=name]').fill(name);
  await section(page).getByRole('button', { name: 'Create API Key' }).click();
}

/** The raw key on the page. */
async function shownKey(page: Page, name: string): Promise<string> {
  const code = banner(page).filter({ hasText: name }).locator('code');
  await expect(code).toHaveText(/sy_live_[\w-]{43}/);
  return code.innerText();
}

test('a key is created, kept nowhere while it is shown, calls the API, is rotated, and deleted', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSettings(page);
  await createKey(page, 'Robot');
  const rawKey = await shownKey(page, 'Robot');
  const places = await page.evaluate(async () => ({
    local: JSON.stringify(localStorage),
    session: JSON.stringify(sessionStorage),
    history: JSON.stringify(history.state),
    address: location.href,
    cookies: document.cookie,
    databases: JSON.stringify(await indexedDB.databases()),
    caches: JSON.stringify(await caches.keys()),
    inputs: [...document.querySelectorAll('input, textarea')].map((input) =>
      'value' in input ? String(input.value) : '',
    ),
  }));
  expect(JSON.stringify(places)).not.toContain(rawKey.slice(-30));
  expect(places.databases).toBe('[]');

  await banner(page).getByRole('button', { name: 'Copy API key' }).click();
  await expect(banner(page).getByRole('status')).toHaveText('Copied');
  expect(await readClipboard(page)).toBe(rawKey);
  const { me } = await ask<{ me: { id: string } }>(page, '{ me { id } }');
  expect(await ownerOf(page, rawKey)).toBe(me.id);

  await rows(page)
    .getByRole('button', { name: /^Rotate / })
    .click();
  await page
    .getByRole('alertdialog', { name: 'Rotate this API key?' })
    .getByRole('button', { name: 'Rotate' })
    .click();
  await expect(section(page).getByText('API key rotated.')).toBeVisible();
  const rotated = await shownKey(page, 'Your rotated API key: Robot');
  expect(await ownerOf(page, rawKey)).toBeNull();
  expect(await ownerOf(page, rotated)).toBe(me.id);

  await rows(page)
    .getByRole('button', { name: /^More actions for Robot / })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to delete this API key?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(section(page).getByText('API key deleted.')).toBeVisible();
  expect(await ownerOf(page, rotated)).toBeNull();
});

test("a new key doesn't come back by reloading, leaving and returning, or Back", async ({ page }) => {
  await openSettings(page);
  const gone = async (rawKey: string) => {
    await expect(rows(page).first()).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    expect(await page.content()).not.toContain(rawKey);
  };
  await createKey(page, 'Key one');
  const reloaded = await shownKey(page, 'Key one');
  await page.reload();
  await gone(reloaded);

  await createKey(page, 'Key two');
  const left = await shownKey(page, 'Key two');
  await page.goto('/contact');
  await page.goBack();
  await gone(left);

  await createKey(page, 'Key three');
  const walked = await shownKey(page, 'Key three');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await gone(walked);
});

test("a new key whose response was lost is in the list, so that it isn't made twice", async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The API key couldn't be created/);
  await openSettings(page);
  await interceptOperation(page, 'CreateMyApiKey', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await createKey(page, 'Ghost key');
  await expect(section(page).getByRole('alert')).toHaveText(
    'The response was lost, so the key may have been created. Check the list before you try again.',
  );
  await expect(rows(page).filter({ hasText: 'Ghost key' })).toBeVisible();
});
