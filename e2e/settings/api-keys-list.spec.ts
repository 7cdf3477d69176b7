import { ask } from '@/e2e/ask';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { formatDate } from '@/lib/format/date';
import {
  banner,
  confirmation,
  createOnPage,
  DAY,
  empty,
  makeKey,
  openSettings,
  ownerOf,
  row,
  rows,
  said,
  section,
  signInPerson,
  title,
  utcDay,
} from './api-keys-page';

test.describe('the list', () => {
  test('says that it is loading, then that there are no keys and what one is for', async ({ page }) => {
    await signInPerson(page);
    const release = await holdOperation(page, 'MyApiKeys');
    await openSettings(page);
    await expect(said(page, 'Loading API keys...')).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(empty(page)).toBeVisible();
    await expect(section(page)).toContainText('A program signs in with a key instead of your password.');
    await expect(section(page).getByText('Loading API keys...')).toHaveCount(0);
    await expect(section(page).getByRole('table')).toHaveCount(0);
    await expectAccessible(page);
  });

  test('says of each key whether it works and why', async ({ page }) => {
    await signInPerson(page);
    const { apiKey: plain } = await makeKey(page, null);
    const used = await makeKey(page, 'Used key');
    await ownerOf(page, used.rawKey);
    await makeKey(page, 'Lasting key', utcDay(14));
    await makeKey(page, 'Ending key', utcDay(3));
    const { apiKey: revoked } = await makeKey(page, 'Revoked key');
    await ask(page, 'mutation Revoke($id: ID!) { revokeAPIKey(id: $id) { id } }', { id: revoked.id });
    const { apiKey: expired } = await makeKey(page, 'Expired key', utcDay(0));
    // The server refuses a past day: this one's is put two days back on its way to the page.
    await interceptOperation(page, 'MyApiKeys', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      for (const key of answer.data.myApiKeys) {
        if (key.id !== expired.id) continue;
        key.status = 'EXPIRED';
        key.expires_at = String(Number(key.expires_at) - 2 * DAY);
      }
      await route.fulfill({ response, json: answer });
    });
    await openSettings(page);
    await expect(rows(page)).toHaveCount(6);
    await expect(said(page, '6 keys, newest first')).toBeVisible();

    await expect(row(page, plain.hint)).toContainText('Unnamed key');
    await expect(row(page, plain.hint)).toContainText(/Active\s*never expires/);
    await expect(row(page, plain.hint).getByRole('cell')).toHaveText([
      /^Active/,
      /UTC.*(just now|minute)/,
      'Never',
      'Never',
      /Delete/,
    ]);
    await expect(row(page, 'Used key').getByRole('cell').nth(2)).toContainText('UTC');
    await expect(row(page, 'Lasting key')).toContainText(`works until ${formatDate(utcDay(14))}`);
    await expect(row(page, 'Ending key')).toContainText('Expires soon');
    await expect(row(page, 'Ending key')).toContainText(`in 3 days, on ${formatDate(utcDay(3))}`);
    await expect(row(page, 'Ending key').getByRole('cell').nth(3)).toContainText(
      `${formatDate(utcDay(3))}, 23:59 UTC`,
    );
    await expect(row(page, 'Revoked key').getByRole('cell').first()).toContainText(
      `on ${formatDate(utcDay(0))}`,
    );
    await expect(row(page, 'Expired key').getByRole('cell').first()).toHaveText(
      `Expired on ${formatDate(utcDay(-2))}`,
    );
    await expectAccessible(page);
  });

  test('fits narrow pages, with every fact named', async ({ page }) => {
    await signInPerson(page);
    const { apiKey } = await makeKey(page, 'w'.repeat(80), utcDay(3));
    await openSettings(page);
    await expect(rows(page)).toHaveCount(1);
    for (const width of [360, 375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const button = row(page, apiKey.hint).getByRole('button', { name: 'Delete' });
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      const box = section(page).getByRole('region', { name: 'Your API keys' });
      expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
    await page.setViewportSize({ width: 375, height: 900 });
    await expectAccessible(page);
    await row(page, apiKey.hint).getByRole('button', { name: 'Delete' }).click();
    await expect(confirmation(page)).toBeVisible();
    await expectAccessible(page);
  });

  test('comes in pages of twenty, turned by keyboard with the focus kept', async ({ page }) => {
    await signInPerson(page);
    for (const part of [25, 20]) {
      const calls = Array.from({ length: part }, (_, index) => `k${index}: createAPIKey { rawKey }`);
      await ask(page, `mutation { ${calls.join('\n')} }`);
    }
    const { myApiKeys } = await ask<{ myApiKeys: { hint: string }[] }>(page, '{ myApiKeys { hint } }');
    const hints = myApiKeys.map(({ hint }) => hint);
    expect(hints).toHaveLength(45);
    const shown = () => rows(page).locator('th .font-mono').allInnerTexts();
    await openSettings(page);
    const newer = section(page).getByRole('button', { name: 'Newer' });
    const older = section(page).getByRole('button', { name: 'Older' });

    await expect(said(page, 'Keys 1 to 20, newest first')).toBeVisible();
    expect(await shown()).toEqual(hints.slice(0, 20));
    await expect(newer).toBeDisabled();
    await older.focus();
    await page.keyboard.press('Enter');
    await expect(said(page, 'Keys 21 to 40, newest first')).toBeVisible();
    expect(await shown()).toEqual(hints.slice(20, 40));
    await page.keyboard.press('Enter');
    await expect(said(page, 'Keys 41 to 45, newest first')).toBeVisible();
    expect(await shown()).toEqual(hints.slice(40));
    await expect(older).toBeFocused();
    await expect(older).toBeDisabled();
    await expectAccessible(page);
    await newer.click();
    await expect(said(page, 'Keys 21 to 40, newest first')).toBeVisible();

    // A new key is on the first page: the list goes there.
    await createOnPage(page, 'The newest');
    await expect(said(page, 'Keys 1 to 20, newest first')).toBeVisible();
    await expect(rows(page).first()).toContainText('The newest');
  });

  test('steps back from a page whose last key is deleted', async ({ page }) => {
    await signInPerson(page);
    const calls = Array.from({ length: 21 }, (_, index) => `k${index}: createAPIKey { rawKey }`);
    await ask(page, `mutation { ${calls.join('\n')} }`);
    await openSettings(page);
    await section(page).getByRole('button', { name: 'Older' }).click();
    await expect(said(page, 'Keys 21 to 21, newest first')).toBeVisible();
    await rows(page).getByRole('button', { name: 'Delete' }).click();
    await confirmation(page).getByRole('button', { name: 'Delete' }).click();
    await expect(said(page, '20 keys, newest first')).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    await expect(title(page)).toBeFocused();
    await expect(section(page).getByRole('button', { name: 'Older' })).toHaveCount(0);
  });

  test('a page whose cursor was deleted elsewhere leads back to the newest', async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/A list of APIKey could not be loaded/);
    await signInPerson(page);
    const calls = Array.from({ length: 22 }, (_, index) => `k${index}: createAPIKey { rawKey }`);
    await ask(page, `mutation { ${calls.join('\n')} }`);
    const { myApiKeys } = await ask<{ myApiKeys: { id: string }[] }>(page, '{ myApiKeys { id } }');
    await openSettings(page);
    await expect(rows(page)).toHaveCount(20);
    await ask(page, 'mutation Remove($id: ID!) { deleteAPIKey(id: $id) }', { id: myApiKeys[19]?.id });
    await section(page).getByRole('button', { name: 'Older' }).click();
    await section(page).getByRole('button', { name: 'Try again' }).click();
    await expect(said(page, 'Keys 1 to 20, newest first')).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
  });

  for (const { name, console, handle } of [
    ...callFailures,
    { name: 'the API refuses', console: [], handle: refuse('no') },
  ]) {
    test(`is emptied and says so if ${name}, and tries again`, async ({ page, expectedConsole }) => {
      expectedConsole.push(...console, /A list of APIKey could not be loaded/);
      await signInPerson(page);
      await makeKey(page, 'Old key');
      await openSettings(page);
      await expect(rows(page)).toHaveCount(1);
      const recover = await interceptOperation(page, 'MyApiKeys', handle);
      await createOnPage(page, 'New key');
      const alert = section(page).getByRole('alert');
      await expect(alert).toHaveText('API keys could not be loaded.');
      await expect(rows(page)).toHaveCount(0);
      await expectAccessible(page);
      await recover();
      await section(page).getByRole('button', { name: 'Try again' }).press('Enter');
      await expect(rows(page)).toHaveCount(2);
      await expect(alert).toHaveCount(0);
      await expect(title(page)).toBeFocused();
      // What was made meanwhile is still to be copied.
      await expect(banner(page)).toBeVisible();
    });
  }
});
