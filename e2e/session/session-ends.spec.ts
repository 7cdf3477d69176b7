import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import {
  expect,
  expectAccessible,
  requestToken,
  signIn,
  storedToken,
  storeToken,
  test,
} from '@/e2e/fixtures';
import {
  answerOf,
  callFailures,
  callOf,
  countCalls,
  holdOperation,
  interceptOperation,
} from '@/e2e/intercept-operation';
import { createPerson } from '@/e2e/person';
import {
  account,
  developer,
  dialogOf,
  disable,
  expectLedOut,
  firstName,
  newcomer,
  newcomersUsage,
  openDashboard,
  openPlayground,
  openWithButton,
  playground,
  recordTexts,
  removeToken,
  returnToTab,
  signInByDialog,
  usagesIn,
} from './session-page';

test.describe('a session that ends on the server under an open page', () => {
  test('a disabled person leaves the page with the next query, and returns after signing in', async ({
    page,
  }) => {
    const person = await createPerson(page);
    const button = await openWithButton(page, person.email);
    await disable(page, person);
    await button.click();
    await expectLedOut(page);
    await expectAccessible(page);
    expect(await storedToken(page)).toBeNull();
    await signInByDialog(page, newcomer);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
  });

  test("says that it has ended, which a sign-out of one's own does not", async ({ page }) => {
    const note = dialogOf(page).getByText('Your session has ended. What was not saved by then is lost.');
    await openDashboard(page, developer);
    await ask(page, 'mutation { signOut }');
    await returnToTab(page);
    await expectLedOut(page);
    await expect(note).toBeVisible();
    await expectAccessible(page);
    await signInByDialog(page, developer);
    await expect(page).toHaveURL('/dashboard');
    await account(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialogOf(page)).toBeVisible();
    await expect(note).toHaveCount(0);
  });

  test('leaves the page with the next mutation, and remembers the page', async ({ page }) => {
    const person = await createPerson(page);
    const run = await openPlayground(page, person);
    await disable(page, person);
    await run.click();
    await expectLedOut(page);
    await signInByDialog(page, newcomer);
    await expect(page).toHaveURL(playground);
    await expect(page.getByText(`As ${newcomer}`)).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Mallory');
  });

  test('leaves the page with the next route change', async ({ page }) => {
    const person = await createPerson(page);
    await signIn(page, person.email);
    await page.goto('/dashboard/devdocs');
    await expect(account(page)).toBeVisible();
    await disable(page, person);
    await account(page).getByRole('link', { name: 'Dashboard' }).click();
    await expectLedOut(page);
  });

  for (const [name, comeBack] of [
    ['the tab', returnToTab],
    [
      'the page, from the memory of the browser,',
      (page: Page) =>
        page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
    ],
  ] as const)
    test(`leaves the page when ${name} comes back into view`, async ({ page }) => {
      const person = await createPerson(page);
      await openDashboard(page, person.email);
      await disable(page, person);
      await comeBack(page);
      await expectLedOut(page);
      expect(await storedToken(page)).toBeNull();
    });
});

test.describe('coming back to the tab', () => {
  test('asks once, and changes nothing for a known person', async ({ page }) => {
    const usage = await openDashboard(page, developer);
    const calls = countCalls(page, 'Me');
    const release = await holdOperation(page, 'Me');
    const texts = await recordTexts(page);
    const asked = callOf(page, 'Me');
    for (let times = 0; times < 3; times += 1) await returnToTab(page);
    await asked;
    await returnToTab(page);
    expect(calls.count).toBe(1);
    const answered = answerOf(page, 'Me');
    release();
    await answered;
    // Returns share the first call until it is over; then comes a second one.
    await expect
      .poll(async () => {
        await returnToTab(page);
        return calls.count;
      })
      .toBeGreaterThan(1);
    for (const text of await texts()) expect(text).toContain(usage);
  });

  for (const { name, console, handle } of callFailures)
    test(`keeps the page if ${name}`, async ({ page, expectedConsole }) => {
      expectedConsole.push(...console, /The session could not be checked/);
      const usage = await openDashboard(page, developer);
      const texts = await recordTexts(page);
      await interceptOperation(page, 'Me', handle);
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes('The session could not be checked'),
      );
      await returnToTab(page);
      await logged;
      for (const text of await texts()) expect(text).toContain(usage);
    });
});

test.describe('a token removed by hand', () => {
  test('is noticed by the next call, which is not sent', async ({ page }) => {
    const button = await openWithButton(page, developer);
    const calls = countCalls(page, 'DeveloperDashboard');
    await removeToken(page);
    await button.click();
    await expectLedOut(page);
    expect(calls.count).toBe(0);
  });

  test('is noticed by the next route change', async ({ page }) => {
    await signIn(page, developer);
    await page.goto('/dashboard/devdocs');
    await expect(account(page)).toBeVisible();
    await removeToken(page);
    await account(page).getByRole('link', { name: 'Dashboard' }).click();
    await expectLedOut(page);
  });

  test('is noticed on coming back to the tab', async ({ page }) => {
    await openDashboard(page, developer);
    await removeToken(page);
    await returnToTab(page);
    await expectLedOut(page);
  });
});

test.describe("a token replaced by hand with another person's", () => {
  test('shows the second person alone after the next call, which is not sent', async ({ page }) => {
    const button = await openWithButton(page, developer);
    const first = await storedToken(page);
    await storeToken(page, await requestToken(page, newcomer));
    const tokens: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/graphql')) tokens.push(request.headers().authorization);
    });
    const texts = await recordTexts(page);
    await button.click();
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    await expect(account(page)).toContainText('ADMIN');
    expect(tokens).not.toContain(`Bearer ${first}`);
    expect(usagesIn(await texts())).toEqual([newcomersUsage]);
  });

  test("a mutation written for the first person is not sent in the second one's name", async ({ page }) => {
    const [first, second] = [await createPerson(page), await createPerson(page)];
    const run = await openPlayground(page, first);
    const tokens = [await requestToken(page, first.email), await requestToken(page, second.email)] as const;
    const calls = countCalls(page, 'Rename');
    await storeToken(page, tokens[1]);
    await run.click();
    await expect(page.getByText(`As ${second.email}`)).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Mallory');
    expect(calls.count).toBe(0);
    expect(await firstName(page, tokens[0])).toBe(first.first_name);
    expect(await firstName(page, tokens[1])).toBe(second.first_name);
  });

  test('after a sign-out that came too late, the second person is led out and back like any other', async ({
    page,
  }) => {
    await openDashboard(page, developer);
    const second = await requestToken(page, newcomer);
    await storeToken(page, second);
    await account(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(account(page)).toContainText('ADMIN');
    await page.goto('/dashboard');
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    await ask(page, 'mutation { signOut }');
    await returnToTab(page);
    await expectLedOut(page);
    await signInByDialog(page, newcomer);
    await expect(page).toHaveURL('/dashboard');
  });

  test('a sign-out ends the session of the person on show, not the one that has begun', async ({ page }) => {
    await openDashboard(page, developer);
    const first = await storedToken(page);
    const second = await requestToken(page, newcomer);
    await storeToken(page, second);
    const signOut = callOf(page, 'SignOut');
    await account(page).getByRole('button', { name: 'Sign out' }).click();
    expect((await signOut).headers().authorization).toBe(`Bearer ${first}`);
    await expect(page).toHaveURL('/');
    await expect(account(page)).toContainText('ADMIN');
    expect(await storedToken(page)).toBe(second);
  });
});
