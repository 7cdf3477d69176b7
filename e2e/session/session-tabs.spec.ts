import type { BrowserContext, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  openBlank,
  requestToken,
  signIn,
  storedToken,
  storeToken,
  test,
} from '@/e2e/fixtures';
import { countCalls, holdOperation, interceptOperation, latch } from '@/e2e/intercept-operation';
import { createPerson } from '@/e2e/person';
import { brand } from '@/lib/config/brand';
import { findBrowser } from '@/testing/run/installed-programs';
import {
  account,
  developer,
  dialogOf,
  expectLedOut,
  firstName,
  loading,
  newcomer,
  newcomersUsage,
  openDashboard,
  openPlayground,
  openWithButton,
  recordTexts,
  removeToken,
  returnToTab,
  signInByDialog,
  signOutByHeader,
  title,
  usagesIn,
  workflows,
} from './session-page';

test.describe('two tabs', () => {
  async function openTwo(page: Page, context: BrowserContext) {
    await openDashboard(page, developer);
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(workflows(other)).toBeVisible();
    return other;
  }

  test('a sign-out in one signs out the other', async ({ page, context }) => {
    const other = await openTwo(page, context);
    await signOutByHeader(other);
    await expectLedOut(page);
    await expect(other).toHaveURL('/');
    await expect(dialogOf(other)).toHaveCount(0);
  });

  test("a signed-out tab that has gone elsewhere isn't taken back when the other signs in", async ({
    page,
    context,
  }) => {
    await openDashboard(page, developer);
    const token = (await storedToken(page)) ?? '';
    await removeToken(page);
    await returnToTab(page);
    await expectLedOut(page);
    await page.goto('/contact');
    const other = await context.newPage();
    await openBlank(other);
    await storeToken(other, token);
    await expect(account(page)).toContainText('DEVELOPER');
    await page.getByRole('link', { name: 'Switchyard' }).first().click();
    await expect(page).toHaveURL('/');
    await expect(account(page)).toContainText('DEVELOPER');
    await expect(page).toHaveURL('/');
  });

  test('a signed-out tab returns to its page when the other signs in', async ({ page, context }) => {
    const other = await openTwo(page, context);
    await signOutByHeader(other);
    await expectLedOut(page);
    await expect(other).toHaveURL('/');
    await other.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await signInByDialog(other, newcomer);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    await expect(dialogOf(page)).toHaveCount(0);
  });

  test('show the person who signs in last, and nothing of anybody until that is known', async ({
    page,
    context,
  }) => {
    const other = await openTwo(page, context);
    const release = await holdOperation(page, 'Me');
    await storeToken(other, await requestToken(other, newcomer));
    await expect(loading(page)).toBeVisible();
    await expect(title(page)).toHaveCount(0);
    await expect(account(page)).toHaveCount(0);
    await expectAccessible(page);
    release();
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    await expect(account(page)).toContainText('ADMIN');
  });

  test("a response for the first person that comes after the second has signed in isn't shown", async ({
    page,
    context,
  }) => {
    await signIn(page, developer);
    const answered: string[] = [];
    const { held, release } = latch();
    const first = `Bearer ${await storedToken(page)}`;
    await interceptOperation(page, 'DeveloperDashboard', async (route) => {
      const own = route.request().headers().authorization === first;
      const response = await route.fetch();
      if (own) await held;
      answered.push(own ? 'first' : 'second');
      // A call of a screen that is gone may have been given up by now.
      await route.fulfill({ response }).catch(() => undefined);
    });
    await page.goto('/dashboard');
    await expect(page.getByText('Loading your dashboard...', { exact: true })).toBeVisible();
    const texts = await recordTexts(page);
    const other = await context.newPage();
    await openBlank(other);
    await storeToken(other, await requestToken(other, newcomer));
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    release();
    await expect.poll(() => answered).toEqual(['second', 'first']);
    await returnToTab(page);
    await expect(account(page)).toContainText('ADMIN');
    expect(usagesIn(await texts())).toEqual([newcomersUsage]);
  });

  test('a refusal for the first person that comes after the second has signed in ends nothing', async ({
    page,
    context,
  }) => {
    const button = await openWithButton(page, developer);
    const first = `Bearer ${await storedToken(page)}`;
    const { held, release } = latch();
    const refused = latch();
    await interceptOperation(page, 'DeveloperDashboard', async (route) => {
      if (route.request().headers().authorization !== first) return route.continue();
      await held;
      const errors = [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }];
      await route.fulfill({ json: { data: null, errors } }).catch(() => undefined);
      refused.release();
    });
    await button.click();
    const other = await context.newPage();
    await openBlank(other);
    const second = await requestToken(other, newcomer);
    await storeToken(other, second);
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    release();
    await refused.held;
    await returnToTab(page);
    await expect(account(page)).toContainText('ADMIN');
    expect(await storedToken(page)).toBe(second);
  });

  test("a mutation under way stays the first person’s, and its response isn't shown to the second", async ({
    page,
    context,
  }) => {
    const [first, second] = [await createPerson(page), await createPerson(page)];
    const run = await openPlayground(page, first);
    const token = await storedToken(page);
    const { held, release } = latch();
    const answered = latch();
    await interceptOperation(page, 'Rename', async (route) => {
      const response = await route.fetch();
      expect(route.request().headers().authorization).toBe(`Bearer ${token}`);
      await held;
      await route.fulfill({ response }).catch(() => undefined);
      answered.release();
    });
    await run.click();
    const other = await context.newPage();
    await openBlank(other);
    const replacing = await requestToken(other, second.email);
    await storeToken(other, replacing);
    await expect(page.getByText(`As ${second.email}`)).toBeVisible();
    release();
    await answered.held;
    await returnToTab(page);
    await expect(page.locator('main')).not.toContainText('Mallory');
    expect(await storedToken(page)).toBe(replacing);
    expect(await firstName(page, replacing)).toBe(second.first_name);
  });
});

test.describe('after a sign-out', () => {
  test("the next person gets the server's data, with nothing of the first one's on show", async ({
    page,
  }) => {
    await openDashboard(page, developer);
    await signOutByHeader(page);
    await expect(page).toHaveURL('/');
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const release = await holdOperation(page, 'DeveloperDashboard');
    const texts = await recordTexts(page);
    const calls = countCalls(page, 'DeveloperDashboard');
    await signInByDialog(page, newcomer);
    await expect(page.getByText('Loading your dashboard...', { exact: true })).toBeVisible();
    release();
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    expect(calls.count).toBe(1);
    expect(usagesIn(await texts())).toEqual([newcomersUsage]);
  });

  test('Back shows nothing of the person', async ({ page }) => {
    await signIn(page, developer);
    await page.goto('/dashboard/devdocs');
    await account(page).getByRole('link', { name: 'Dashboard' }).click();
    await expect(workflows(page)).toBeVisible();
    await signOutByHeader(page);
    await expect(page).toHaveURL('/');
    const texts = await recordTexts(page);
    await page.goBack();
    await expectLedOut(page);
    expect(usagesIn(await texts())).toEqual([]);
  });

  /** Leaves the dashboard by a new document, signs out there, and goes back to the first one. */
  async function goBackToDocument(page: Page) {
    await openDashboard(page, developer);
    await page.goto('/contact');
    await signOutByHeader(page);
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/contact');
    await page.goBack({ waitUntil: 'commit' });
  }

  test('Back to a document that was left before shows nothing of the person', async ({ page }) => {
    await goBackToDocument(page);
    await expectLedOut(page);
  });

  test('Back to a document that the browser kept in memory shows nothing of the person', async ({
    playwright,
    launchOptions,
    baseURL,
  }) => {
    const ignoreDefaultArgs = ['--disable-back-forward-cache'];
    const executablePath = findBrowser() ?? launchOptions.executablePath;
    const browser = await playwright.chromium.launch({ ...launchOptions, executablePath, ignoreDefaultArgs });
    const page = await browser.newPage({ baseURL });
    await page.addInitScript(() =>
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted)
          requestAnimationFrame(() => console.info('Back from memory:', document.body.innerText));
      }),
    );
    const restored = page.waitForEvent('console', (message) => message.text().startsWith('Back from memory'));
    await goBackToDocument(page);
    expect((await restored).text()).toContain(brand.name);
    expect((await restored).text()).not.toContain("You've run");
    await expectLedOut(page);
    await browser.close();
  });
});
