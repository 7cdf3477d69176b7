import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation, latch, refuse } from '@/e2e/intercept-operation';
import {
  confirmation,
  empty,
  makeKey,
  openSettings,
  ownerOf,
  row,
  rows,
  said,
  signInPerson,
  title,
} from './api-keys-page';

test.describe('deleting', () => {
  test.beforeEach(async ({ page }) => {
    await signInPerson(page);
  });

  async function askToDelete(page: Page, name: string) {
    await row(page, name).getByRole('button', { name: 'Delete' }).click();
    await expect(confirmation(page)).toBeVisible();
  }

  test('asks first, naming the key and its last use; Keep keeps it', async ({ page }) => {
    const { apiKey } = await makeKey(page, 'Idle key');
    const used = await makeKey(page, 'Used key');
    await ownerOf(page, used.rawKey);
    await openSettings(page);
    await askToDelete(page, 'Used key');
    await expect(confirmation(page)).toHaveAccessibleDescription(
      new RegExp(
        `^Used key ${used.apiKey.hint}, last used \\w+ \\d+, \\d{4}, \\d\\d:\\d\\d UTC \\((just now|1 minute ago)\\)\\. What uses it stops working at once\\.$`,
      ),
    );
    const keep = confirmation(page).getByRole('button', { name: 'Keep' });
    await expect(keep).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(confirmation(page)).toHaveCount(0);
    await expect(row(page, 'Used key').getByRole('button', { name: 'Delete' })).toBeFocused();

    await askToDelete(page, 'Idle key');
    await expect(confirmation(page)).toContainText(`Idle key ${apiKey.hint}, never used.`);
    await page.keyboard.press('Escape');
    await expect(confirmation(page)).toHaveCount(0);
    await expect(rows(page)).toHaveCount(2);
  });

  test('says of a key that works no more why that is, and not that something stops', async ({ page }) => {
    const { apiKey } = await makeKey(page, 'Old key');
    await ask(page, 'mutation Stop($id: ID!) { revokeAPIKey(id: $id) { id } }', { id: apiKey.id });
    await openSettings(page);
    await askToDelete(page, 'Old key');
    await expect(confirmation(page)).toContainText(/It works no more: revoked on \w+ \d+, \d{4}\./);
    await expect(confirmation(page)).not.toContainText('stops working');
  });

  test('ends the key at once, and says so', async ({ page }) => {
    const { rawKey } = await makeKey(page, 'Doomed key');
    await makeKey(page, 'Other key');
    expect(await ownerOf(page, rawKey)).not.toBeNull();
    await openSettings(page);
    await askToDelete(page, 'Doomed key');
    await page.keyboard.press('Shift+Tab');
    await expect(confirmation(page).getByRole('button', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(said(page, 'API key deleted.')).toBeVisible();
    await expect(row(page, 'Doomed key')).toHaveCount(0);
    await expect(rows(page)).toHaveCount(1);
    await expect(title(page)).toBeFocused();
    await expectAccessible(page);
    expect(await ownerOf(page, rawKey)).toBeNull();

    await askToDelete(page, 'Other key');
    await expect(page.getByText('API key deleted.')).toHaveCount(0);
    await confirmation(page).getByRole('button', { name: 'Delete' }).click();
    await expect(empty(page)).toBeVisible();
    await expect(title(page)).toBeFocused();
  });

  test('is sent once by a double click', async ({ page }) => {
    await makeKey(page, 'Doomed key');
    await openSettings(page);
    const { held, release } = latch();
    let sent = 0;
    await interceptOperation(page, 'DeleteMyApiKey', async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    await askToDelete(page, 'Doomed key');
    const confirm = confirmation(page).getByRole('button', { name: 'Delete' });
    await confirm.dblclick();
    await expect(confirm).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(confirmation(page)).toBeVisible();
    release();
    await expect(empty(page)).toBeVisible();
    expect(sent).toBe(1);
  });

  for (const { name, console, handle, message } of [
    ...callFailures.map((each) => ({
      ...each,
      message: 'The API key could not be deleted. Please try again.',
    })),
    { name: 'the API refuses', console: [], handle: refuse('Not today.'), message: 'Not today.' },
  ]) {
    test(`fails in the dialog if ${name}, and can be tried again`, async ({ page, expectedConsole }) => {
      expectedConsole.push(...console, /The API key could not be deleted/);
      await makeKey(page, 'Doomed key');
      await openSettings(page);
      const recover = await interceptOperation(page, 'DeleteMyApiKey', handle);
      await askToDelete(page, 'Doomed key');
      await confirmation(page).getByRole('button', { name: 'Delete' }).click();
      await expect(confirmation(page).getByRole('alert')).toHaveText(message);
      await expectAccessible(page);
      await recover();
      await page.keyboard.press('Enter');
      await expect(said(page, 'API key deleted.')).toBeVisible();
      await expect(empty(page)).toBeVisible();
    });
  }

  test('a key that is gone already is missing from the list once the dialog closes', async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/The API key could not be deleted/);
    const { apiKey } = await makeKey(page, 'Doomed key');
    await openSettings(page);
    await askToDelete(page, 'Doomed key');
    await ask(page, 'mutation Remove($id: ID!) { deleteAPIKey(id: $id) }', { id: apiKey.id });
    await confirmation(page).getByRole('button', { name: 'Delete' }).click();
    await expect(confirmation(page).getByRole('alert')).toHaveText('API key not found.');
    await confirmation(page).getByRole('button', { name: 'Keep' }).click();
    await expect(empty(page)).toBeVisible();
    await expect(title(page)).toBeFocused();
  });
});
