import { expect, expectAccessible, openBlank, signIn, storedToken, storeToken, test } from '@/e2e/fixtures';
import { callFailures, countCalls, interceptOperation } from '@/e2e/intercept-operation';
import { account, developer, dialogOf, expectLedOut, loading, returnToTab, workflows } from './session-page';

test.describe('a check that fails', () => {
  for (const { name, console, handle } of callFailures)
    test(`leaves the page if ${name}, keeps the token, and returns once there is a response`, async ({
      page,
      expectedConsole,
    }) => {
      expectedConsole.push(...console, /The session could not be checked/);
      await signIn(page, developer);
      const recover = await interceptOperation(page, 'Me', handle);
      await page.goto('/dashboard/devdocs?from=mail');
      await expectLedOut(page);
      await expectAccessible(page);
      expect(await storedToken(page)).toBeTruthy();
      await recover();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(page).toHaveURL('/dashboard/devdocs?from=mail');
      await expect(account(page)).toContainText('DEVELOPER');
      await expect(dialogOf(page)).toHaveCount(0);
    });

  test('once, as the page is asked for, leads back by itself', async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource/, /The session could not be checked/);
    await signIn(page, developer);
    let calls = 0;
    await interceptOperation(page, 'Me', (route) => {
      calls += 1;
      return calls === 1 ? route.abort() : route.continue();
    });
    await page.goto('/dashboard');
    await expect(workflows(page)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect(calls).toBeGreaterThan(1);
  });

  test('because it gets no response leaves the page, and returns when the tab is in view again', async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/The session could not be checked/);
    await page.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      // Less patience than a person needs, for the test's sake.
      AbortSignal.timeout = () => timeout(500);
    });
    await signIn(page, developer);
    const recover = await interceptOperation(page, 'Me', () => new Promise(() => {}));
    await page.goto('/dashboard');
    await expect(loading(page)).toBeVisible();
    await expectLedOut(page);
    expect(await storedToken(page)).toBeTruthy();
    await recover();
    await returnToTab(page);
    await expect(page).toHaveURL('/dashboard');
    await expect(workflows(page)).toBeVisible();
  });

  test('does not take away what a person writes in the dialog', async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource/, /The session could not be checked/);
    await signIn(page, developer);
    await interceptOperation(page, 'Me', (route) => route.abort());
    await page.goto('/dashboard');
    await expectLedOut(page);
    await dialogOf(page).locator('[name=email]').fill('me@acme.test');
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('The session could not be checked'),
    );
    await returnToTab(page);
    await logged;
    await expect(dialogOf(page).locator('[name=email]')).toHaveValue('me@acme.test');
  });
});

for (const [name, text] of [
  ['spaces', '   '],
  ['two lines', 'sy_session_\nX-Injected: 1'],
  ['10,000 characters', 'a'.repeat(10_000)],
  ['an emoji', 'sy_session_😀'],
] as const)
  test(`a stored token that is ${name} ends the session, is never sent and is dropped`, async ({ page }) => {
    await openBlank(page);
    await storeToken(page, text);
    const calls = countCalls(page);
    await page.goto('/dashboard');
    await expectLedOut(page);
    expect(await storedToken(page)).toBeNull();
    expect(calls.count).toBe(0);
  });
