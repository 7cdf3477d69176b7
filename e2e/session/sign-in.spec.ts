import type { Page } from '@playwright/test';
import {
  demoPassword,
  expect,
  expectAccessible,
  openBlank,
  requestToken,
  signIn,
  storedToken,
  storeToken,
  test,
} from '@/e2e/fixtures';
import { answerOf } from '@/e2e/intercept-operation';
import { brand } from '@/lib/config/brand';
import { limits } from '@/lib/config/limits';

const developer = 'dev@acme.test';
const admin = 'admin@acme.test';

const trigger = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
const account = (page: Page) => page.getByRole('navigation', { name: 'Account' });

async function openDialog(page: Page) {
  await page.goto('/');
  await trigger(page).click();
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  return {
    dialog,
    email: dialog.locator('[name=email]'),
    password: dialog.locator('[name=password]'),
    submit: dialog.locator('button[type=submit]'),
    alert: dialog.getByRole('alert'),
  };
}

/** Keeps a guarded page in mind, as its guard does. */
async function rememberPage(page: Page, path: string) {
  await openBlank(page);
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
    brand.returnToKey,
    path,
  ] as const);
}

test('a developer signs in by keyboard, and sees where to go', async ({ page }) => {
  await page.goto('/');
  await trigger(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).locator('[name=email]')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(`  ${developer} `);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(account(page)).toContainText('DEVELOPER');
  await expect(account(page).getByRole('link')).toHaveText(['Dashboard']);
  await expect(account(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(await storedToken(page)).toBeTruthy();
});

test('an admin is offered the console', async ({ page }) => {
  await signIn(page, admin);
  await page.goto('/');
  await expect(account(page)).toContainText('ADMIN');
  await expect(account(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  await expect(account(page).getByRole('link', { name: 'Admin' })).toHaveAttribute(
    'href',
    '/dashboard/admin',
  );
  await expect(trigger(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('a wrong password and an unknown address are answered alike; what was typed stays', async ({ page }) => {
  const { email, password, submit, alert } = await openDialog(page);
  const messages: string[] = [];
  for (const [who, secret] of [
    [developer, 'not the password'],
    ['nobody@acme.test', demoPassword],
  ] as const) {
    await email.fill(who);
    await password.fill(secret);
    await submit.click();
    await expect(submit).toHaveText('Sign in');
    await expect(alert).toBeVisible();
    await expect(password).toBeFocused();
    await expect(email).toHaveValue(who);
    await expect(password).toHaveValue(secret);
    messages.push(await alert.innerText());
  }
  expect(new Set(messages).size).toBe(1);
  expect(await storedToken(page)).toBeNull();
  await expectAccessible(page);
});

test('a disabled user stays out', async ({ page }) => {
  const { email, password, submit, alert } = await openDialog(page);
  await email.fill('disabled@acme.test');
  await password.fill(demoPassword);
  await submit.click();
  await expect(alert).toBeVisible();
  expect(await storedToken(page)).toBeNull();
});

test('empty fields are named, and nothing is sent', async ({ page }) => {
  const { dialog, email, submit } = await openDialog(page);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/graphql')) requests += 1;
  });
  await submit.click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Enter your e-mail address.');
  await expect(dialog.locator('[name=password]')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  expect(requests).toBe(0);
});

test('the password can be shown', async ({ page }) => {
  const { dialog, password } = await openDialog(page);
  await expect(password).toHaveAttribute('type', 'password');
  await dialog.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await dialog.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('a double click sends once', async ({ page }) => {
  const { email, password, submit } = await openDialog(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sent = 0;
  await page.route('**/api/graphql', async (route) => {
    if (route.request().postData()?.includes('SignIn')) sent += 1;
    await held;
    await route.continue();
  });
  await email.fill(developer);
  await password.fill(demoPassword);
  await submit.dblclick({ noWaitAfter: true });
  await expect(submit).toHaveText('Signing in...');
  await expect(submit).toBeDisabled();
  release();
  await expect(page).toHaveURL('/dashboard');
  expect(sent).toBe(1);
});

test('closing the dialog while it sends cancels the sign-in', async ({ page }) => {
  const { dialog, email, password, submit } = await openDialog(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/graphql', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await email.fill(developer);
  await password.fill(demoPassword);
  await submit.click({ noWaitAfter: true });
  await expect(submit).toHaveText('Signing in...');
  const cancelled = page.waitForEvent('requestfailed');
  await page.keyboard.press('Escape');
  await cancelled;
  release();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
  expect(await storedToken(page)).toBeNull();
});

test('a dead network is reported, and can be tried again', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  const { email, password, submit, alert } = await openDialog(page);
  await email.fill(developer);
  await password.fill(demoPassword);
  await page.route('**/api/graphql', (route) => route.abort());
  await submit.click();
  await expect(alert).toHaveText('Could not reach the server. Please try again.');
  await page.unroute('**/api/graphql');
  await submit.click();
  await expect(page).toHaveURL('/dashboard');
});

test('too many failed attempts are refused, with how long to wait', async ({ page, expectedConsole }) => {
  expectedConsole.push(/429 \(Too Many Requests\)/);
  const address = `nobody-${Date.now()}@acme.test`;
  const query = `mutation { signIn(email: "${address}", password: "guess") { token } }`;
  await Promise.all(
    Array.from({ length: limits.signIn.failures }, () =>
      page.request.post('/api/graphql', { data: { query } }),
    ),
  );
  const { email, password, submit, alert } = await openDialog(page);
  await email.fill(address);
  await password.fill('guess');
  await submit.click();
  await expect(alert).toHaveText(/^Too many attempts\. Try again in 1[45] minutes\.$/);
});

test('a dialog that is slow to arrive is said to be on its way', async ({ page }) => {
  await page.goto('/');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_next/static/chunks/**', async (route) => {
    await held;
    await route.continue();
  });
  await trigger(page).click();
  const opening = page.getByRole('button', { name: 'Opening...' });
  await expect(opening).toHaveAttribute('aria-busy', 'true');
  await expectAccessible(page);
  release();
  await expect(dialogOf(page).locator('[name=email]')).toBeFocused();
  await expect(opening).toHaveCount(0);
});

test('a dialog that did not arrive is requested again', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  await page.goto('/');
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  await trigger(page).click();
  const alert = page.getByRole('banner').getByRole('alert');
  await expect(alert).toHaveText('Could not reach the server. Please try again.');
  await page.unroute('**/_next/static/chunks/**');
  await trigger(page).click();
  await expect(dialogOf(page)).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('Escape and Close give the focus back', async ({ page }) => {
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialogOf(page).getByRole('button', { name: 'Close' }).click(),
  ]) {
    const { dialog, email } = await openDialog(page);
    await expect(email).toBeFocused();
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(trigger(page)).toBeFocused();
  }
});

test('on a phone the dialog that opens by itself gives the focus to the menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await rememberPage(page, '/dashboard');
  await page.goto('/');
  await expect(dialogOf(page).locator('[name=email]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
});

test('the page that was asked for comes after signing in, once', async ({ page }) => {
  await rememberPage(page, '/dashboard?range=30');
  await page.goto('/');
  const dialog = dialogOf(page);
  await dialog.locator('[name=email]').fill(developer);
  await dialog.locator('[name=password]').fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard?range=30');
  expect(await page.evaluate((key) => sessionStorage.getItem(key), brand.returnToKey)).toBeNull();
});

test('closing the dialog forgets the page that was asked for', async ({ page }) => {
  await rememberPage(page, '/dashboard');
  await page.goto('/');
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await page.evaluate((key) => sessionStorage.getItem(key), brand.returnToKey)).toBeNull();
});

for (const path of ['https://example.com/dashboard', '//example.com', '/dashboards', '/contact']) {
  test(`a remembered ${path} is not believed`, async ({ page }) => {
    await rememberPage(page, path);
    const { email, password } = await openDialog(page);
    await email.fill(developer);
    await password.fill(demoPassword);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
  });
}

test('a visitor downloads nothing of signing in before reaching for it', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  const calls: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
    if (response.url().includes('/api/graphql')) calls.push(response.url());
  });
  const loaded = async () => (await Promise.all(scripts)).join('\n');
  await page.goto('/');
  await expect(trigger(page)).toBeVisible();
  expect(await loaded()).not.toContain('mutation SignIn');
  await trigger(page).click();
  await expect(dialogOf(page)).toBeVisible();
  expect(await loaded()).toContain('mutation SignIn');
  expect(calls).toEqual([]);
});

test.describe('signing out', () => {
  test('ends the session here and on the server, and does not ask to sign in again', async ({ page }) => {
    await signIn(page, developer);
    await page.goto('/dashboard');
    const token = await storedToken(page);
    const signOut = answerOf(page, 'SignOut');
    await account(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await expect(trigger(page)).toBeVisible();
    await signOut;
    await expect(dialogOf(page)).toHaveCount(0);
    expect(await storedToken(page)).toBeNull();
    const answer = await page.request.post('/api/graphql', {
      headers: { authorization: `Bearer ${token}` },
      data: { query: '{ me { id } }' },
    });
    expect((await answer.json()).data?.me ?? null).toBeNull();
  });

  test('works without a network', async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource/, /The server was not told of the sign-out/);
    await signIn(page, developer);
    await page.goto('/');
    await expect(account(page)).toBeVisible();
    await page.route('**/api/graphql', (route) => route.abort());
    await account(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(trigger(page)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });
});

test.describe('the session', () => {
  test('is not lost to a dead network', async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource/, /The session could not be checked/);
    await signIn(page, developer);
    await page.route('**/api/graphql', (route) => route.abort());
    await page.goto('/');
    await expect(trigger(page)).toBeVisible();
    expect(await storedToken(page)).toBeTruthy();
    await page.unroute('**/api/graphql');
    await page.reload();
    await expect(account(page)).toBeVisible();
  });

  test('with a worthless token ends', async ({ page }) => {
    await openBlank(page);
    await storeToken(page, 'worthless');
    await page.goto('/');
    await expect(trigger(page)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });

  test('follows the other tabs', async ({ page, context }) => {
    await signIn(page, developer);
    await page.goto('/dashboard');
    await expect(account(page)).toContainText('DEVELOPER');
    const other = await context.newPage();
    await openBlank(other);
    const token = await requestToken(other, admin);
    await storeToken(other, token);
    await expect(account(page)).toContainText('ADMIN');
    await other.evaluate((key) => localStorage.removeItem(key), brand.sessionKey);
    await expect(page).toHaveURL('/');
    await expect(dialogOf(page)).toBeVisible();
  });
});
