import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { callFailures, countCalls, interceptOperation, latch } from '@/testing/screens/intercept-operation';
import { goto } from '@/testing/screens/open-screen';
import {
  account,
  developer,
  dialog,
  disable,
  expectAddress,
  expectLedOut,
  newcomer,
  newcomersUsage,
  openDashboard,
  openWithButton,
  recordTexts,
  removeToken,
  returnToTab,
  signInByDialog,
  signOutByHeader,
  storedToken,
  storeToken,
  tokenOf,
  usagesIn,
  watchFailedChecks,
} from '@/testing/screens/pages/session-page';
import { createPerson } from '@/testing/screens/people';
import { clickAtOnce } from '@/testing/screens/press';

describe('a session that ends on the server under an open page', () => {
  test('a disabled person leaves the page with the next query, and returns after signing in', async () => {
    const person = await createPerson();
    const button = await openWithButton(person.email);
    await disable(person);
    await button.click();
    await expectLedOut();
    await expectAccessible();
    expect(storedToken()).toBeNull();
    await signInByDialog(newcomer);
    await expectAddress('/dashboard');
    await expect.element(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
  });

  test("says that it has ended, which a sign-out of one's own doesn't", async () => {
    const note = dialog().getByText('Your session has ended. Unsaved changes were lost.');
    await openDashboard(developer);
    await ask('mutation { signOut }');
    returnToTab();
    await expectLedOut();
    await expect.element(note).toBeVisible();
    await expectAccessible();
    await signInByDialog(developer);
    await expectAddress('/dashboard');
    await signOutByHeader();
    await expectAddress('/');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.element(dialog()).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
  });

  test('leaves the page with the next route change', async () => {
    const person = await createPerson();
    await openDashboard(person.email);
    await disable(person);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expectLedOut();
  });

  for (const [name, comeBack] of [
    ['the tab', returnToTab],
    [
      'the page, from the memory of the browser,',
      () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    ],
  ] as const)
    test(`leaves the page when ${name} comes back into view`, async () => {
      const person = await createPerson();
      await openDashboard(person.email);
      await disable(person);
      comeBack();
      await expectLedOut();
      expect(storedToken()).toBeNull();
    });
});

describe('coming back to the tab', () => {
  test('asks once, and changes nothing for a known person', async () => {
    const usage = await openDashboard(developer);
    const { held, release } = latch();
    let calls = 0;
    let answered = 0;
    interceptOperation('Me', async ({ send }) => {
      calls += 1;
      await held;
      const response = await send();
      answered += 1;
      return response;
    });
    const texts = recordTexts();
    for (let times = 0; times < 3; times += 1) returnToTab();
    await expect.poll(() => calls).toBe(1);
    returnToTab();
    expect(calls).toBe(1);
    release();
    await expect.poll(() => answered).toBe(1);
    // Returns share the first call until it is over; then comes a second one.
    await expect
      .poll(() => {
        returnToTab();
        return calls;
      })
      .toBeGreaterThan(1);
    for (const text of texts()) expect(text).toContain(usage);
  });

  for (const { name, handle } of callFailures)
    test(`keeps the page if ${name}`, async () => {
      expectConsole(/The session couldn't be checked/);
      const usage = await openDashboard(developer);
      const texts = recordTexts();
      const failed = watchFailedChecks();
      interceptOperation('Me', handle);
      returnToTab();
      await expect.poll(failed).toBeGreaterThan(0);
      await ask('{ me { id } }');
      for (const text of texts()) expect(text).toContain(usage);
    });
});

describe('a token removed by hand', () => {
  test("is noticed by the next call, which isn't sent", async () => {
    const button = await openWithButton(developer);
    const calls = countCalls('DeveloperDashboard');
    removeToken();
    clickAtOnce(button);
    await expectLedOut();
    expect(calls.count).toBe(0);
  });

  test('is noticed by the next route change', async () => {
    await openDashboard(developer);
    removeToken();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expectLedOut();
  });

  test('is noticed on coming back to the tab', async () => {
    await openDashboard(developer);
    removeToken();
    returnToTab();
    await expectLedOut();
  });
});

describe("a token replaced by hand with another person's", () => {
  test("shows the second person alone after the next call, which isn't sent", async () => {
    const button = await openWithButton(developer);
    const first = storedToken();
    const second = await tokenOf(newcomer);
    const tokens: (string | null)[] = [];
    interceptOperation('\\w+', ({ headers, send }) => {
      tokens.push(headers.get('authorization'));
      return send();
    });
    const texts = recordTexts();
    storeToken(second);
    clickAtOnce(button);
    await expect.element(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    await expect.element(account()).toMatchTextContent('ADMIN');
    expect(tokens).not.toContain(`Bearer ${first}`);
    expect(usagesIn(texts())).toEqual([newcomersUsage]);
  });

  test('after a sign-out that came too late, the second person is led out and back like any other', async () => {
    await openDashboard(developer);
    storeToken(await tokenOf(newcomer));
    await signOutByHeader();
    await expect.element(account()).toMatchTextContent('ADMIN');
    await goto('/dashboard');
    await expect.element(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    await ask('mutation { signOut }');
    returnToTab();
    await expectLedOut();
    await signInByDialog(newcomer);
    await expectAddress('/dashboard');
  });

  test('a sign-out ends the session of the person on show, not the session that has begun', async () => {
    await openDashboard(developer);
    const first = storedToken();
    const second = await tokenOf(newcomer);
    storeToken(second);
    const tokens: (string | null)[] = [];
    interceptOperation('SignOut', ({ headers, send }) => {
      tokens.push(headers.get('authorization'));
      return send();
    });
    await signOutByHeader();
    await expect.poll(() => tokens).toEqual([`Bearer ${first}`]);
    await expectAddress('/');
    await expect.element(account()).toMatchTextContent('ADMIN');
    expect(storedToken()).toBe(second);
  });
});
