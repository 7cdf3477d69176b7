import type { Page } from '@playwright/test';
import { expect, expectAccessible, readClipboard, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation, latch, refuse } from '@/e2e/intercept-operation';
import { rawKeyPattern } from '@/e2e/settings/api-keys-page';
import { banner, createButton, openKeysOf, question, row, rows, works } from './api-keys-page';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create API Key' });
const field = (page: Page, name: string) => dialog(page).locator(`[name=${name}]`);
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Create', exact: true });
const alert = (page: Page, message: string) => question(page, message);
const lost = '❌ The answer was lost: the key may have been created. Look at the list before trying again.';

async function openDialog(page: Page) {
  const made = await openKeysOf(page, []);
  await createButton(page).click();
  await expect(dialog(page)).toBeVisible();
  return made;
}

test('a key is made for a user with what was chosen, shown once, and works', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { owner } = await openDialog(page);
  await expect(field(page, 'userId').locator('option').first()).toHaveText('Select a user');
  await expect(field(page, 'userId')).toHaveValue('');
  for (const [name, isOn] of Object.entries({ read: true, write: true, admin: false }))
    await expect(field(page, name)).toBeChecked({ checked: isOn });
  await expect(field(page, 'expires_at')).toHaveValue('2099-12-31');
  await expectAccessible(page);

  const { held, release } = latch();
  let sent: Record<string, unknown> = {};
  await interceptOperation(page, 'CreateKey', async (route) => {
    sent = route.request().postDataJSON().variables;
    await held;
    await route.continue();
  });
  await field(page, 'userId').selectOption(owner.id);
  await field(page, 'name').fill('  Night shift ');
  await field(page, 'write').uncheck();
  await submit(page).click();
  await expect(dialog(page).getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  release();

  await expect(dialog(page)).toHaveCount(0);
  await expect(banner(page)).toHaveAccessibleName('New API key of Pat Person: Night shift');
  await expect(banner(page)).toHaveAccessibleDescription(
    /^Copy it now because it cannot be seen again\. Hand it on/,
  );
  expect(sent).toEqual({
    accountId: sent.accountId,
    userId: owner.id,
    name: 'Night shift',
    scopes: { read: true },
    expires_at: '2099-12-31',
  });
  await expect(row(page, 'Night shift')).toContainText(/Pat Person.*read.*Active\s*works until Dec 31, 2099/);
  await expect(banner(page).getByRole('button', { name: 'Copy API key' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(banner(page).getByRole('status')).toHaveText('Copied');
  const rawKey = await readClipboard(page);
  expect(rawKey).toMatch(rawKeyPattern);
  await expectAccessible(page);
  expect(await works(page, rawKey)).toBe(true);
  await banner(page).getByRole('button', { name: 'Done' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(createButton(page)).toBeFocused();
  expect(await page.content()).not.toContain(rawKey);
});

test('without a user, or a scope, nothing is sent and the dialog says why', async ({ page }) => {
  const { owner } = await openDialog(page);
  let calls = 0;
  await interceptOperation(page, 'CreateKey', (route) => {
    calls += 1;
    return route.continue();
  });
  await field(page, 'name').fill('Kept');
  await submit(page).click();
  await expect(alert(page, 'Select a user')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(alert(page, 'Select a user')).toHaveCount(0);
  await expect(field(page, 'name')).toHaveValue('Kept');

  await field(page, 'userId').selectOption(owner.id);
  await field(page, 'read').uncheck();
  await field(page, 'write').uncheck();
  await submit(page).click();
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'scope' })).toHaveText(
    'Choose at least one scope.',
  );
  expect(calls).toBe(0);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(createButton(page)).toBeFocused();
});

test('without an expiry date a key never expires', async ({ page }) => {
  const { owner } = await openDialog(page);
  await field(page, 'userId').selectOption(owner.id);
  await field(page, 'expires_at').fill('');
  await submit(page).click();
  await expect(banner(page)).toHaveAccessibleName('New API key of Pat Person');
  await expect(row(page, 'Unnamed key')).toContainText(/Active\s*never expires/);
});

test("the server's refusal is an alert; what was typed stays and can be mended", async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The API key could not be created/);
  const { owner } = await openDialog(page);
  await field(page, 'userId').selectOption(owner.id);
  await field(page, 'name').fill('Too much');
  await field(page, 'admin').check();
  await submit(page).click();
  const lacks = alert(page, "❌ The key's owner does not have the admin scope.");
  await expect(lacks).toBeVisible();
  await expectAccessible(page);
  await lacks.getByRole('button', { name: 'Close' }).click();
  await expect(field(page, 'userId')).toHaveValue(owner.id);
  await expect(field(page, 'name')).toHaveValue('Too much');
  await expect(field(page, 'admin')).toBeChecked();

  await field(page, 'admin').uncheck();
  await field(page, 'expires_at').fill('2020-01-01');
  await submit(page).click();
  const past = alert(page, '❌ The expiry date has passed. Choose today or a later day.');
  await past.getByRole('button', { name: 'Close' }).click();
  await field(page, 'expires_at').fill('2099-12-31');
  await submit(page).click();
  await expect(row(page, 'Too much')).toBeVisible();
});

for (const { name, console, handle, message } of [
  ...callFailures.map((each) => ({ ...each, message: lost })),
  { name: 'the API refuses', console: [], handle: refuse('Not today.'), message: '❌ Not today.' },
]) {
  test(`if ${name}, an alert says so, and trying again makes it`, async ({ page, expectedConsole }) => {
    expectedConsole.push(...console, /The API key could not be created/);
    const { owner } = await openDialog(page);
    await field(page, 'userId').selectOption(owner.id);
    const recover = await interceptOperation(page, 'CreateKey', handle);
    await submit(page).click();
    await alert(page, message).getByRole('button', { name: 'Close' }).click();
    await expect(field(page, 'userId')).toHaveValue(owner.id);
    await recover();
    await submit(page).click();
    await expect(banner(page)).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  });
}

test('a key whose answer was lost is in the list, so that it is not made twice', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The API key could not be created/);
  const { owner } = await openDialog(page);
  await field(page, 'userId').selectOption(owner.id);
  await field(page, 'name').fill('Ghost key');
  await interceptOperation(page, 'CreateKey', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page).click();
  await alert(page, lost).getByRole('button', { name: 'Close' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Ghost key')).toBeVisible();
});
