import type { Page } from '@playwright/test';
import { formatDate } from '@/lib/format/date';
import { ask } from './ask';
import { expect, expectAccessible, signIn, test } from './fixtures';
import { callFailures, interceptOperation, latch, refuse } from './intercept-operation';
import { createPerson } from './person';

const DAY = 86_400_000;
const warning = 'Copy it now because it cannot be seen again.';
const question = 'Are you sure you want to delete this API key?';
const rawKeyPattern = /sy_live_[\w-]{43}/;

const section = (page: Page) => page.getByRole('region', { name: 'API Keys', exact: true });
const title = (page: Page) => section(page).getByRole('heading', { name: 'API Keys', exact: true });
const nameField = (page: Page) => section(page).locator('[name=name]');
const createButton = (page: Page) => section(page).getByRole('button', { name: 'Create API Key' });
const rows = (page: Page) => section(page).locator('tbody tr');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const banner = (page: Page) => section(page).getByRole('alertdialog');
const confirmation = (page: Page) => page.getByRole('alertdialog', { name: question });
const said = (page: Page, text: string) => section(page).getByRole('status').filter({ hasText: text });
const empty = (page: Page) => section(page).getByText('No API keys found.', { exact: true });

async function signInPerson(page: Page, fields: Parameters<typeof createPerson>[1] = {}) {
  await signIn(page, (await createPerson(page, fields)).email);
}

async function openSettings(page: Page) {
  await page.goto('/dashboard/account');
  await expect(title(page)).toBeVisible();
}

interface MadeKey {
  rawKey: string;
  apiKey: { id: string; hint: string };
}

/** Makes a key of the signed-in person's past the page. */
async function makeKey(page: Page, name: string | null, expires_at: string | null = null): Promise<MadeKey> {
  const { createAPIKey } = await ask<{ createAPIKey: MadeKey }>(
    page,
    `mutation Make($name: String, $expires_at: Date) {
      createAPIKey(name: $name, expires_at: $expires_at) { rawKey apiKey { id hint } }
    }`,
    { name, expires_at },
  );
  return createAPIKey;
}

const utcDay = (daysAhead: number) => new Date(Date.now() + daysAhead * DAY).toISOString().slice(0, 10);

/** Who the API takes a bearer of this key for. */
async function ownerOf(page: Page, rawKey: string): Promise<string | null> {
  const { me } = await ask<{ me: { id: string } | null }>(page, '{ me { id } }', {}, rawKey);
  return me?.id ?? null;
}

async function createOnPage(page: Page, name: string): Promise<string> {
  await nameField(page).fill(name);
  await createButton(page).click();
  const code = banner(page).filter({ hasText: name }).locator('code');
  await expect(code).toHaveText(rawKeyPattern);
  return code.innerText();
}

test.describe('the list', () => {
  test('says that it is loading, then that there are no keys and what one is for', async ({ page }) => {
    await signInPerson(page);
    const { held, release } = latch();
    await interceptOperation(page, 'MyApiKeys', async (route) => {
      await held;
      await route.continue();
    });
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
      `on ${formatDate(utcDay(0))}; it can be reactivated by an admin`,
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
      const button = row(page, apiKey.hint).getByRole('button');
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      const box = section(page).getByRole('region', { name: 'Your API keys' });
      expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
    await page.setViewportSize({ width: 375, height: 900 });
    await expectAccessible(page);
    await row(page, apiKey.hint).getByRole('button').click();
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
    await rows(page).getByRole('button').click();
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
    expectedConsole.push(/The API keys could not be loaded/);
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
    test(`is emptied and says so where ${name}, and tries again`, async ({ page, expectedConsole }) => {
      expectedConsole.push(...console, /The API keys could not be loaded/);
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

test.describe('a new key', () => {
  test('is shown once, works, and is in the list', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInPerson(page);
    await openSettings(page);
    await expect(empty(page)).toBeVisible();
    const { held, release } = latch();
    let sent: unknown;
    await interceptOperation(page, 'CreateMyApiKey', async (route) => {
      sent = route.request().postDataJSON().variables;
      await held;
      await route.continue();
    });
    await nameField(page).fill('  Build server ');
    await createButton(page).click();
    const creating = section(page).getByRole('button', { name: 'Creating...' });
    await expect(creating).toBeDisabled();
    await expect(createButton(page)).toHaveCount(0);
    await expectAccessible(page);
    release();

    await expect(banner(page)).toHaveAccessibleName('Your new API key: Build server');
    await expect(banner(page)).toHaveAccessibleDescription(warning);
    expect(sent).toEqual({ name: 'Build server', scopes: {}, expires_at: null });
    await expect(createButton(page)).toBeEnabled();
    await expect(nameField(page)).toHaveValue('');
    await expect(row(page, 'Build server')).toContainText(/Active\s*never expires/);
    await expectAccessible(page);

    const copy = banner(page).getByRole('button', { name: 'Copy API key' });
    await expect(copy).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(banner(page).getByRole('status')).toHaveText('Copied');
    const rawKey = await page.evaluate(() => navigator.clipboard.readText());
    expect(rawKey).toMatch(rawKeyPattern);
    await expect(banner(page).locator('code')).toHaveText(rawKey);
    const { me } = await ask<{ me: { id: string } }>(page, '{ me { id } }');
    expect(await ownerOf(page, rawKey)).toBe(me.id);

    await banner(page).getByRole('button', { name: 'Done' }).click();
    await expect(banner(page)).toHaveCount(0);
    await expect(createButton(page)).toBeFocused();
    expect(await page.content()).not.toContain(rawKey);
  });

  test('needs no name', async ({ page }) => {
    await signInPerson(page);
    await openSettings(page);
    await createButton(page).click();
    await expect(banner(page)).toHaveAccessibleName('Your new API key');
    await expect(rows(page)).toContainText('Unnamed key');
  });

  test('stays until Done, beside the next one', async ({ page }) => {
    await signInPerson(page);
    await openSettings(page);
    const first = await createOnPage(page, 'First key');
    const second = await createOnPage(page, 'Second key');
    expect(second).not.toBe(first);
    await expect(banner(page).locator('code')).toHaveText([second, first]);
    await expect(banner(page).first().getByRole('button', { name: 'Copy API key' })).toBeFocused();
    await expectAccessible(page);
    await banner(page).first().getByRole('button', { name: 'Done' }).click();
    await expect(banner(page).locator('code')).toHaveText([first]);
  });

  test('is kept nowhere: not in a storage, the history, an address or an input', async ({ page }) => {
    await signInPerson(page);
    await openSettings(page);
    const rawKey = await createOnPage(page, 'Secret key');
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
  });

  test('does not come back by reloading, leaving and returning, or Back', async ({ page }) => {
    await signInPerson(page);
    await openSettings(page);
    const gone = async (rawKey: string) => {
      await expect(rows(page).first()).toBeVisible();
      await expect(banner(page)).toHaveCount(0);
      expect(await page.content()).not.toContain(rawKey);
    };
    const reloaded = await createOnPage(page, 'Key one');
    await page.reload();
    await gone(reloaded);

    const left = await createOnPage(page, 'Key two');
    await page.goto('/contact');
    await page.goBack();
    await gone(left);

    const walked = await createOnPage(page, 'Key three');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await expect(page).toHaveURL('/dashboard');
    await page.goBack();
    await gone(walked);
  });

  test('is gone from the page at the moment the browser puts that away', async ({ page }) => {
    await signInPerson(page);
    await openSettings(page);
    const rawKey = await createOnPage(page, 'Kept page');
    const before = await page.evaluate(() => document.documentElement.outerHTML);
    expect(before).toContain(rawKey);
    const after = await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      return document.documentElement.outerHTML;
    });
    expect(after).not.toContain(rawKey);
  });

  test('is made once by a double click, and by Enter pressed twice', async ({ page }) => {
    await signInPerson(page);
    await openSettings(page);
    await expect(empty(page)).toBeVisible();
    let sent = 0;
    let gate = latch();
    await interceptOperation(page, 'CreateMyApiKey', async (route) => {
      sent += 1;
      await gate.held;
      await route.continue();
    });
    await createButton(page).dblclick();
    await expect(section(page).getByRole('button', { name: 'Creating...' })).toBeDisabled();
    gate.release();
    await expect(rows(page)).toHaveCount(1);
    expect(sent).toBe(1);

    gate = latch();
    await nameField(page).fill('By Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(section(page).getByRole('button', { name: 'Creating...' })).toBeDisabled();
    gate.release();
    await expect(rows(page)).toHaveCount(2);
    expect(sent).toBe(2);
  });

  for (const { name, console, handle, message } of [
    ...callFailures.map((each) => ({
      ...each,
      message: 'The API key could not be created. Please try again.',
    })),
    { name: 'the API refuses', console: [], handle: refuse('Too many keys.'), message: 'Too many keys.' },
  ]) {
    test(`is not made where ${name}: that is said, and the name stays`, async ({ page, expectedConsole }) => {
      expectedConsole.push(...console, /The API key could not be created/);
      await signInPerson(page);
      await openSettings(page);
      const recover = await interceptOperation(page, 'CreateMyApiKey', handle);
      await nameField(page).fill('Build server');
      await createButton(page).click();
      await expect(section(page).getByRole('alert')).toHaveText(message);
      await expect(nameField(page)).toHaveValue('Build server');
      await expect(createButton(page)).toBeFocused();
      await expectAccessible(page);
      await recover();
      await page.keyboard.press('Enter');
      await expect(banner(page)).toContainText('Build server');
      await expect(section(page).getByRole('alert')).toHaveCount(0);
    });
  }

  test('is refused to somebody who may only read, in the words of the server', async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/The API key could not be created/);
    await signInPerson(page, { scopes: { read: true, write: false } });
    await openSettings(page);
    await expect(empty(page)).toBeVisible();
    await createButton(page).click();
    await expect(section(page).getByRole('alert')).toHaveText('You do not have permission to do this.');
    await expect(empty(page)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  });
});

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
        `^Used key ${used.apiKey.hint}, last used (just now|1 minute ago)\\. What uses it stops working at once\\.$`,
      ),
    );
    const keep = confirmation(page).getByRole('button', { name: 'Keep' });
    await expect(keep).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(confirmation(page)).toHaveCount(0);
    await expect(row(page, 'Used key').getByRole('button')).toBeFocused();

    await askToDelete(page, 'Idle key');
    await expect(confirmation(page)).toContainText(`Idle key ${apiKey.hint}, never used.`);
    await page.keyboard.press('Escape');
    await expect(confirmation(page)).toHaveCount(0);
    await expect(rows(page)).toHaveCount(2);
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
    test(`fails in the dialog where ${name}, and can be tried again`, async ({ page, expectedConsole }) => {
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
