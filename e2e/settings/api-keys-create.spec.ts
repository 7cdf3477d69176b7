import { ask } from '@/e2e/ask';
import { expect, expectAccessible, readClipboard, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, latch, refuse } from '@/e2e/intercept-operation';
import {
  banner,
  createButton,
  createOnPage,
  empty,
  makeKey,
  nameField,
  openSettings,
  ownerOf,
  rawKeyPattern,
  row,
  rows,
  section,
  signInPerson,
  warning,
} from './api-keys-page';

const lost = 'The answer was lost: the key may have been created. Look at the list before trying again.';

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
    const rawKey = await readClipboard(page);
    expect(rawKey).toMatch(rawKeyPattern);
    await expect(banner(page).locator('code')).toHaveText(rawKey);
    const { me } = await ask<{ me: { id: string } }>(page, '{ me { id } }');
    expect(await ownerOf(page, rawKey)).toBe(me.id);

    await banner(page).getByRole('button', { name: 'Done' }).click();
    await expect(banner(page)).toHaveCount(0);
    await expect(createButton(page)).toBeFocused();
    expect(await page.content()).not.toContain(rawKey);
  });

  test('that is answered after older keys were turned to is in the list, which was read once more', async ({
    page,
  }) => {
    await signInPerson(page);
    for (let index = 0; index < 25; index += 1) await makeKey(page, `Key ${index}`);
    await openSettings(page);
    const release = await holdOperation(page, 'CreateMyApiKey');
    await nameField(page).fill('Late key');
    await createButton(page).click();
    await section(page).getByRole('button', { name: 'Older' }).click();
    await expect(section(page).getByText('Keys 21 to 25, newest first')).toBeVisible();
    let readings = 0;
    await interceptOperation(page, 'MyApiKeys', (route) => {
      if (route.request().postDataJSON().variables.after === null) readings += 1;
      return route.continue();
    });
    release();
    await expect(banner(page)).toBeVisible();
    await expect(row(page, 'Late key')).toBeVisible();
    await expect(section(page).getByText('Keys 1 to 20, newest first')).toBeVisible();
    expect(readings).toBe(1);
  });

  test('whose answer was lost is in the list, so that it is not made twice', async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/Failed to load resource/, /The API key could not be created/);
    await signInPerson(page);
    await openSettings(page);
    await interceptOperation(page, 'CreateMyApiKey', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await nameField(page).fill('Ghost key');
    await createButton(page).click();
    await expect(section(page).getByRole('alert')).toHaveText(lost);
    await expect(row(page, 'Ghost key')).toBeVisible();
  });

  test('is not made if the server responds without one', async ({ page, expectedConsole }) => {
    await signInPerson(page);
    await openSettings(page);
    await interceptOperation(page, 'CreateMyApiKey', (route) =>
      route.fulfill({ json: { data: { createAPIKey: null } } }),
    );
    expectedConsole.push(/The API key could not be created/);
    await nameField(page).fill('No key');
    await createButton(page).click();
    await expect(section(page).getByRole('alert')).toHaveText(lost);
    await expect(nameField(page)).toHaveValue('No key');
  });

  test('needs no name', async ({ page }) => {
    await signInPerson(page);
    await openSettings(page);
    await createButton(page).click();
    await expect(banner(page)).toHaveAccessibleName('Your new API key');
    await expect(rows(page)).toContainText('Unnamed key');
  });

  test('stays until Done, next to the next one', async ({ page }) => {
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
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.goBack();
    await gone(walked);
  });

  test('is not left by a link unasked, nor while it is being made', async ({ page }) => {
    await signInPerson(page);
    await openSettings(page);
    const question = page.getByRole('alertdialog', { name: 'Leave this page?' });
    const link = page.getByRole('link', { name: 'Docs', exact: true });
    const release = await holdOperation(page, 'CreateMyApiKey');
    await nameField(page).fill('Held key');
    await createButton(page).click();
    await link.click();
    await expect(question).toContainText('The key is being made');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    release();
    const rawKey = await banner(page).locator('code').innerText();
    const first = await createOnPage(page, 'Second key');
    await link.click();
    await expect(question).toHaveCount(1);
    await expect(question).toContainText('The API key is shown here only, this once.');
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(banner(page).locator('code')).toHaveText([first, rawKey]);
    await link.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/docs');
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
    ...callFailures.map((each) => ({ ...each, message: lost })),
    { name: 'the API refuses', console: [], handle: refuse('Too many keys.'), message: 'Too many keys.' },
  ]) {
    test(`is not made if ${name}: the page says so, and the name stays`, async ({
      page,
      expectedConsole,
    }) => {
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

  test('is refused to a user who may only read, in the words of the server', async ({
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
