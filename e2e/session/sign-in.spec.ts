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
import { responseTo } from '@/e2e/intercept-operation';
import { keepLineBusy } from '@/e2e/slow-line';
import { brand } from '@/lib/config/brand';
import { signOutByHeader } from './session-page';

const developer = 'dev@acme.test';
const admin = 'admin@acme.test';

const trigger = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
const account = (page: Page) => page.getByRole('navigation', { name: 'Account' });

test('a developer is led to signing in by keyboard, to the page that was asked for, and signs out', async ({
  page,
}) => {
  await page.goto('/dashboard?days=7');
  await expect(page).toHaveURL('/');
  await expect(dialogOf(page).locator('[name=email]')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(developer);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByRole('alert')).toBeVisible();
  await dialogOf(page).locator('[name=password]').fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard?days=7');
  await expect(account(page)).toContainText('DEVELOPER');
  const token = await storedToken(page);
  const signOut = responseTo(page, 'SignOut');
  await signOutByHeader(page);
  await expect(page).toHaveURL('/');
  await expect(trigger(page)).toBeVisible();
  await signOut;
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await storedToken(page)).toBeNull();
  const response = await page.request.post('/api/graphql', {
    headers: { authorization: `Bearer ${token}` },
    data: { query: '{ me { id } }' },
  });
  expect((await response.json()).data.me).toBeNull();
});

test('a dialog that is slow to arrive is said to be on its way', async ({ page }) => {
  await keepLineBusy(page);
  await page.goto('/');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_next/static/chunks/**', async (route) => {
    await released;
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

test("a dialog that didn't arrive is requested again", async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  await keepLineBusy(page);
  await page.goto('/');
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  await trigger(page).click();
  const alert = page.getByRole('banner').getByRole('alert');
  await expect(alert).toHaveText("Couldn't reach the server. Try again.");
  await page.unroute('**/_next/static/chunks/**');
  await trigger(page).click();
  await expect(dialogOf(page)).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a visitor downloads nothing of signing in before reaching for it, or the line is idle', async ({
  page,
}) => {
  await keepLineBusy(page);
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

test('the session follows the other tabs', async ({ page, context }) => {
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
