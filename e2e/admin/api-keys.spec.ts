import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, test } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import { createPerson, type Person } from '@/e2e/person';
import { openAdmin } from './admin-page';

const rows = (page: Page) =>
  page.getByRole('table', { name: 'API keys of the account' }).locator('tbody tr:has(th)');
const row = (page: Page) => rows(page).filter({ hasText: 'Night shift' });
const menu = (page: Page) => row(page).getByRole('button', { name: /^More actions for / });
/** Begins an action of the key in the menu of its row. */
async function choose(page: Page, action: string): Promise<void> {
  await menu(page).click();
  await page.getByRole('menuitem', { name: action }).click();
}
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const banner = (page: Page) => page.getByRole('alertdialog').filter({ has: page.locator('code') });

/** Whom the API takes a bearer of this secret for. */
async function ownerOf(page: Page, secret: string): Promise<string | null> {
  const { me } = await ask<{ me: { id: string } | null }>(page, '{ me { id } }', {}, secret);
  return me?.id ?? null;
}

/** Opens the page with only the keys of one user. */
async function openKeysOf(page: Page, owner: Person) {
  await openAdmin(page, `/apikeys?user=${owner.id}`);
  await expect(page.getByRole('heading', { name: 'API Keys', exact: true })).toBeVisible();
}

test('an admin creates a key for a user, it calls the API, its scopes are changed, it is renamed, rotated and revoked', async ({
  page,
}) => {
  const owner = await createPerson(page);
  await openKeysOf(page, owner);
  await page.getByRole('button', { name: '+ Create API Key' }).click();
  const create = page.getByRole('dialog', { name: 'Create API Key' });
  await create.locator('[name=userId]').selectOption(owner.id);
  await create.locator('[name=name]').fill('Night shift');
  await create.getByRole('button', { name: 'Create', exact: true }).click();
  const first = await banner(page).locator('code').innerText();
  expect(await ownerOf(page, first)).toBe(owner.id);
  await banner(page).getByRole('button', { name: 'Done' }).click();

  await choose(page, 'Edit scopes');
  const edit = page.getByRole('dialog', { name: 'Edit Scopes' });
  await edit.locator('[name=write]').uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(said(page, 'Scopes saved.')).toBeVisible();
  await expect(row(page).getByRole('cell').first()).toHaveText('read');

  await choose(page, 'Rename');
  const rename = page.getByRole('dialog', { name: 'Rename API Key' });
  await rename.locator('[name=name]').fill('Night shift, east');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(row(page)).toContainText('Night shift, east');
  await expect(menu(page)).toBeFocused();

  await row(page)
    .getByRole('button', { name: /^Rotate / })
    .click();
  const rotate = page.getByRole('alertdialog', { name: 'Rotate this API key?', exact: true });
  await rotate.getByRole('button', { name: 'Rotate' }).click();
  await expect(said(page, 'API key rotated.')).toBeVisible();
  const second = await banner(page).locator('code').innerText();
  expect([await ownerOf(page, first), await ownerOf(page, second)]).toEqual([null, owner.id]);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(banner(page)).toHaveCount(0);

  await choose(page, 'Revoke');
  const revoke = page.getByRole('alertdialog', { name: 'Revoke this API key?', exact: true });
  await revoke.getByRole('button', { name: 'Revoke' }).click();
  await expect(said(page, 'API key revoked.')).toBeVisible();
  expect(await ownerOf(page, second)).toBeNull();

  await page.locator('select[name=status]').selectOption('Active');
  await expect(page.getByText('No API keys found.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`user=${owner.id}&status=active$`));
  await page.goBack();
  await expect(row(page)).toContainText('Revoked');
});

test('if there is no network, the list says so, and tries again', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/, /A list of APIKey couldn't be loaded/);
  const recover = await interceptOperation(page, 'AccountKeys', (route) => route.abort());
  await openKeysOf(page, await createPerson(page));
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText("API keys couldn't be loaded.");
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No API keys found.', { exact: true })).toBeVisible();
});
