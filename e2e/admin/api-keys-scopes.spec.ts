import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { act, doWith, openKeysOf, row, said } from './api-keys-page';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Scopes' });
const flag = (page: Page, name: string) => dialog(page).locator(`[name=${name}]`);
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' });
const alert = (page: Page) => dialog(page).getByRole('alert');

test.beforeEach(({ expectedConsole }) => {
  expectedConsole.push(/The scopes could not be saved/);
});

test('scopes are edited: only flags that are true are sent, and the list tells them', async ({ page }) => {
  await openKeysOf(page, ['Robot']);
  let sent: Record<string, unknown> = {};
  await interceptOperation(page, 'EditKeyScopes', (route) => {
    sent = route.request().postDataJSON().variables;
    return route.continue();
  });
  await act(page, 'Robot', 'Edit').click();
  await expect(dialog(page)).toContainText(/Robot sy_live_….{4} of Pat Person, never used\./);
  for (const [name, isOn] of Object.entries({ read: true, write: true, admin: false }))
    await expect(flag(page, name)).toBeChecked({ checked: isOn });
  await expectAccessible(page);
  await flag(page, 'write').uncheck();
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(said(page, 'Scopes saved.')).toBeVisible();
  expect(sent.scopes).toEqual({ read: true });
  await expect(row(page, 'Robot').getByRole('cell').first()).toHaveText('read');
  await expect(act(page, 'Robot', 'Edit')).toBeFocused();

  await act(page, 'Robot', 'Edit').click();
  await flag(page, 'read').uncheck();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Robot').getByRole('cell').first()).toHaveText('read');
});

test('none at all, and one that the owner lacks, are refused in the dialog', async ({ page }) => {
  await openKeysOf(page, ['Robot']);
  await act(page, 'Robot', 'Edit').click();
  await flag(page, 'read').uncheck();
  await flag(page, 'write').uncheck();
  await save(page).click();
  await expect(alert(page)).toHaveText('Choose at least one scope.');
  await flag(page, 'admin').check();
  await save(page).click();
  await expect(alert(page)).toHaveText("The key's owner does not have the admin scope.");
  await expectAccessible(page);
  await expect(flag(page, 'admin')).toBeChecked();
});

test('a change by another admin is shown and kept; what was set here stays, and is saved next', async ({
  page,
}) => {
  const { keys } = await openKeysOf(page, ['Robot']);
  await act(page, 'Robot', 'Edit').click();
  await flag(page, 'write').uncheck();
  await flag(page, 'write').check();
  if (keys[0]) await doWith(page, 'updateAPIKeyScopes', keys[0], ', scopes: { read: true }');
  await flag(page, 'write').uncheck();
  await flag(page, 'write').check();
  await save(page).click();
  await expect(alert(page)).toHaveText(
    'This API key has changed since you read it. Nothing was saved; look at it again. Meanwhile Scopes became “read”.',
  );
  await expect(flag(page, 'write')).toBeChecked();
  await save(page).click();
  await expect(row(page, 'Robot').getByRole('cell').first()).toHaveText('read, write');
});

for (const { name, console, handle, message } of [
  ...callFailures.map((each) => ({ ...each, message: 'The scopes could not be saved. Please try again.' })),
  { name: 'the API refuses', console: [], handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`if ${name}, what was set stays, and saves when tried again`, async ({ page, expectedConsole }) => {
    expectedConsole.push(...console);
    await openKeysOf(page, ['Robot']);
    await act(page, 'Robot', 'Edit').click();
    await flag(page, 'read').uncheck();
    const recover = await interceptOperation(page, 'EditKeyScopes', handle);
    await save(page).click();
    await expect(alert(page)).toHaveText(message);
    await expect(flag(page, 'read')).not.toBeChecked();
    await recover();
    await save(page).click();
    await expect(row(page, 'Robot').getByRole('cell').first()).toHaveText('write');
  });
}
