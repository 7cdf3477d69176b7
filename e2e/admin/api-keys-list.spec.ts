import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { createPerson } from '@/e2e/person';
import { utcDay } from '@/e2e/settings/api-keys-page';
import { formatDate } from '@/lib/format/date';
import { openAdmin, sidewaysScroll } from './admin-page';
import { act, createButton, doWith, heading, makeKeyFor, openKeysOf, row, rows, said } from './api-keys-page';

const userFilter = (page: Page) => page.locator('select[name=user]');
const statusFilter = (page: Page) => page.locator('select[name=status]');
const empty = (page: Page) => page.getByText('No API keys found.', { exact: true });

test('an account without keys says that it loads, then what a key is for', async ({ page }) => {
  const release = await holdOperation(page, 'AccountKeys');
  await openAdmin(page, '/apikeys', 'admin@initech.test');
  await expect(page).toHaveTitle(/^API Keys/);
  await expect(said(page, 'Loading API keys...')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(empty(page)).toBeVisible();
  await expect(page.getByText('A program signs in with a key instead of a password.')).toBeVisible();
  await expect(createButton(page)).toBeVisible();
  await expectAccessible(page);
});

test('each key tells whose it is, what it may do, whether it works and why, and what can be done', async ({
  page,
}) => {
  const owner = await createPerson(page, { first_name: '', last_name: '' });
  const { keys } = await openKeysOf(page, ['Plain', 'Retired', 'Ended'], owner);
  const [, gone, ended] = keys;
  if (gone) await doWith(page, 'revokeAPIKey', gone);
  await makeKeyFor(page, owner, { name: 'Soon', expires_at: utcDay(3), scopes: { read: true } });
  // The server refuses a past day: this one's expiry is put into the past on its way to the page.
  await interceptOperation(page, 'AccountKeys', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const key of answer.data.listAPIKeys) {
      if (key.id === ended?.apiKey.id)
        Object.assign(key, { status: 'EXPIRED', expires_at: String(Date.parse(utcDay(-1))) });
    }
    await route.fulfill({ response, json: answer });
  });
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('columnheader')).toHaveText([
    'User',
    'Scopes',
    'Status',
    'Expires',
    'Last Used',
    'Actions',
  ]);
  await expect(said(page, '4 keys, newest first')).toBeVisible();
  await expect(row(page, 'Plain').getByRole('rowheader')).toContainText(owner.id);
  await expect(row(page, 'Plain').getByRole('cell')).toHaveText([
    'read, write',
    /^Active\s*never expires$/,
    'Never',
    'Never',
    /Revoke.*Rotate.*Edit/,
  ]);
  await expect(row(page, 'Soon').getByRole('cell').nth(1)).toHaveText(
    new RegExp(`^Expires soon\\s*in 3 days, on ${formatDate(utcDay(3))}$`),
  );
  await expect(row(page, 'Soon').getByRole('cell').nth(2)).toContainText('23:59 UTC');
  await expect(row(page, 'Retired').getByRole('button')).toHaveText([/^Reactivate/, /^Delete/]);
  await expect(row(page, 'Ended').getByRole('cell').nth(1)).toHaveText(
    new RegExp(`^Expired\\s*on ${formatDate(String(Date.parse(utcDay(-1)) - 1))}$`),
  );
  await expect(row(page, 'Ended').getByRole('cell').last()).toContainText('Expired for good');
  await expect(row(page, 'Ended').getByRole('button')).toHaveText([/^Delete/]);
  await expectAccessible(page);

  await ask(page, 'mutation Stop($id: ID!) { disableUser(id: $id) { id } }', { id: owner.id });
  await page.reload();
  await expect(row(page, 'Plain')).toContainText('Does not work while its user is disabled');
  await expect(row(page, 'Retired')).not.toContainText('Does not work');
});

test('filters by user and status are in the address, and go back with it', async ({ page }) => {
  const { owner, keys } = await openKeysOf(page, ['Kept', 'Retired']);
  if (keys[1]) await doWith(page, 'revokeAPIKey', keys[1]);
  await expect(userFilter(page)).toHaveValue(owner.id);
  await statusFilter(page).selectOption('Revoked');
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 'Retired')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`user=${owner.id}&status=revoked$`));
  await page.reload();
  await expect(row(page, 'Retired')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await statusFilter(page).selectOption('Expired');
  await expect(empty(page)).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(statusFilter(page)).toHaveValue('REVOKED');
  await expect(row(page, 'Retired')).toBeVisible();
  await statusFilter(page).selectOption('Expired');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(userFilter(page)).toHaveValue('');
  await expect(page).toHaveURL(/\/apikeys$/);
  await expect(heading(page)).toBeFocused();
  await expect(row(page, 'Kept').first()).toBeVisible();
});

test('a key that leaves the list by what was done takes the focus to the title', async ({ page }) => {
  await openKeysOf(page, ['Robot']);
  await statusFilter(page).selectOption('Active');
  await expect(rows(page)).toHaveCount(1);
  await act(page, 'Robot', 'Revoke').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(empty(page)).toBeVisible();
  await expect(heading(page)).toBeFocused();
});

test('keys come in pages of twenty', async ({ page }) => {
  const { owner } = await openKeysOf(page, []);
  const calls = Array.from(
    { length: 23 },
    (_, index) => `k${index}: createAPIKey(userId: "${owner.id}") { rawKey }`,
  );
  await ask(page, `mutation { ${calls.join('\n')} }`);
  await page.reload();
  await expect(said(page, 'Keys 1 to 20, newest first')).toBeVisible();
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(said(page, 'Keys 21 to 23, newest first')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(rows(page)).toHaveCount(20);
});

test('no page of it scrolls sideways, however long the names', async ({ page }) => {
  const owner = await createPerson(page, { first_name: 'N'.repeat(120), last_name: 'M'.repeat(120) });
  await openKeysOf(page, ['w'.repeat(80)], owner);
  for (const width of [360, 375, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    const box = page.getByRole('region', { name: 'API keys of the account' });
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
  await page.setViewportSize({ width: 375, height: 900 });
  await expectAccessible(page);
  await act(page, 'w'.repeat(80), 'Revoke').click();
  await expect(page.getByRole('alertdialog')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

for (const { name, console, handle } of [
  ...callFailures,
  { name: 'the API refuses', console: [], handle: refuse('no') },
]) {
  test(`if ${name}, the list says so, and tries again`, async ({ page, expectedConsole }) => {
    expectedConsole.push(...console, /A list of APIKey could not be loaded/);
    const { owner } = await openKeysOf(page, ['Robot']);
    const recover = await interceptOperation(page, 'AccountKeys', handle);
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: /./ });
    await expect(alert).toHaveText('API keys could not be loaded.');
    await expectAccessible(page);
    await recover();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(row(page, 'Robot')).toContainText(`${owner.first_name} ${owner.last_name}`);
    await expect(heading(page)).toBeFocused();
  });
}
