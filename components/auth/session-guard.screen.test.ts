import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  countCalls,
  holdOperation,
  interceptOperation,
  noNetwork,
} from '@/testing/screens/intercept-operation';
import { goto, reload, signIn } from '@/testing/screens/open-screen';
import {
  account,
  developer,
  dialog,
  expectAddress,
  expectLedOut,
  loading,
  openDashboard,
  openWithButton,
  removeToken,
  returnToTab,
  signInByDialog,
  storedToken,
  storeToken,
  title,
  tokenOf,
  trigger,
  watchFailedChecks,
  workflows,
} from '@/testing/screens/pages/session-page';

describe('the session guard', () => {
  test('leads a visitor to signing in, and back to the page that was asked for', async () => {
    await goto('/dashboard');
    await expectLedOut();
    await signInByDialog(developer);
    await expectAddress('/dashboard');
    await expect.element(workflows()).toBeVisible();
  });

  test('says that it is loading while the session is checked', async () => {
    await signIn(developer);
    const release = holdOperation('Me');
    await goto('/dashboard');
    await expect.element(loading()).toBeVisible();
    await expectAccessible();
    release();
    await expect.element(title()).toBeVisible();
  });

  test('leaves the page when the stored token is gone', async () => {
    await openDashboard(developer);
    removeToken();
    await reload();
    await expectLedOut();
  });

  test('leaves the page when the server has ended the session', async () => {
    await openDashboard(developer);
    await ask('mutation { signOut }');
    await reload();
    await expectLedOut();
    expect(storedToken()).toBeNull();
  });

  test('leaves the page when the session ends under an open page', async () => {
    const again = await openWithButton(developer);
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Failed to load dashboard.' }))
      .toBeVisible();
    await ask('mutation { signOut }');
    await again.click();
    await expectLedOut();
  });
});

describe('a visitor who was turned away', () => {
  for (const [address, reason] of [
    ['/dashboard', 'Sign in to open your dashboard.'],
    ['/dashboard/account#api-keys', 'Sign in to open Settings.'],
    ['/dashboard/admin', 'Sign in to open the Switchyard Admin.'],
    ['/dashboard/admin/apikeys', 'Sign in to open API Keys.'],
    ['/dashboard/admin/account/invoices/inv_1', 'Sign in to open Account Details.'],
  ] as const)
    test(`reads which page needs it: ${address}`, async () => {
      await goto(address);
      await expectLedOut();
      await expect.element(dialog()).toMatchTextContent(reason);
      await expect.element(dialog()).toMatchTextContent('Forgot it? An admin of your account can reset it.');
    });

  test('reads it too after signing out in another tab', async () => {
    await openDashboard(developer);
    removeToken();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await expectLedOut();
    await expect.element(dialog()).toMatchTextContent('Sign in to open your dashboard.');
  });
});

describe('a check that fails', () => {
  for (const { name, handle } of callFailures)
    test(`leaves the page if ${name}, keeps the token, and returns once there is a response`, async () => {
      expectConsole(/The session couldn't be checked/);
      await signIn(developer);
      const recover = interceptOperation('Me', handle);
      await goto('/dashboard/account?from=mail');
      await expectLedOut();
      await expectAccessible();
      expect(storedToken()).toBeTruthy();
      recover();
      window.dispatchEvent(new Event('online'));
      await expectAddress('/dashboard/account?from=mail');
      await expect.element(account()).toMatchTextContent('DEVELOPER');
      await expect.element(dialog()).not.toBeInTheDocument();
    });

  test('once, as the page is asked for, leads back by itself', async () => {
    expectConsole(/The session couldn't be checked/);
    await signIn(developer);
    let calls = 0;
    interceptOperation('Me', (call) => {
      calls += 1;
      return calls === 1 ? noNetwork(call) : call.send();
    });
    await goto('/dashboard');
    await expect.element(workflows()).toBeVisible();
    await expectAddress('/dashboard');
    expect(calls).toBeGreaterThan(1);
  });

  test('because it gets no response leaves the page, and returns when the tab is in view again', async () => {
    expectConsole(/The session couldn't be checked/);
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    await signIn(developer);
    const recover = interceptOperation('Me', () => new Promise(() => {}));
    await goto('/dashboard');
    await expect.element(loading()).toBeVisible();
    patience.abort(new DOMException('Timed out.', 'TimeoutError'));
    await expectLedOut();
    expect(storedToken()).toBeTruthy();
    recover();
    timeout.mockRestore();
    returnToTab();
    await expectAddress('/dashboard');
    await expect.element(workflows()).toBeVisible();
  });

  test('is said in the dialog, and repeated by itself until it leads back', async () => {
    expectConsole(/The session couldn't be checked/);
    await signIn(developer);
    const recover = interceptOperation('Me', noNetwork);
    await goto('/dashboard/account');
    await expectLedOut();
    await expect.element(dialog()).toMatchTextContent("Couldn't reach the server to check your session.");
    await expect.element(dialog()).not.toMatchTextContent('Sign in to open');
    recover();
    await expectAddress('/dashboard/account');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test("doesn't take away what a person writes in the dialog", async () => {
    expectConsole(/The session couldn't be checked/);
    await signIn(developer);
    interceptOperation('Me', noNetwork);
    await goto('/dashboard');
    await expectLedOut();
    await dialog().css('[name=email]').fill('me@acme.test');
    const failed = watchFailedChecks();
    returnToTab();
    await expect.poll(failed).toBeGreaterThan(0);
    await ask('{ me { id } }');
    await expect.element(dialog().css('[name=email]')).toHaveValue('me@acme.test');
  });
});

describe('the session', () => {
  test("isn't lost to a dead network", async () => {
    expectConsole(/The session couldn't be checked/);
    await signIn(developer);
    const recover = interceptOperation('Me', noNetwork);
    await goto('/');
    await expect.element(trigger()).toBeVisible();
    expect(storedToken()).toBeTruthy();
    recover();
    await reload();
    await expect.element(account()).toBeVisible();
  });

  test('with a worthless token ends', async () => {
    storeToken('worthless');
    await goto('/');
    await expect.element(trigger()).toBeVisible();
    await expect.poll(storedToken).toBeNull();
  });

  for (const [name, text] of [
    ['spaces', '   '],
    ['two lines', 'sy_session_\nX-Injected: 1'],
    ['10,000 characters', 'a'.repeat(10_000)],
    ['an emoji', 'sy_session_😀'],
  ] as const)
    test(`a stored token that is ${name} ends the session, is never sent and is dropped`, async () => {
      storeToken(text);
      const calls = countCalls();
      await goto('/dashboard');
      await expectLedOut();
      expect(storedToken()).toBeNull();
      expect(calls.count).toBe(0);
    });

  test('follows the other tabs', async () => {
    await signIn(developer);
    await goto('/dashboard');
    await expect.element(account()).toMatchTextContent('DEVELOPER');
    const token = await tokenOf('admin@acme.test');
    storeToken(token);
    const key = Object.keys(localStorage).find((name) => localStorage.getItem(name) === token) ?? '';
    window.dispatchEvent(new StorageEvent('storage', { key }));
    await expect.element(account()).toMatchTextContent('ADMIN');
    removeToken();
    window.dispatchEvent(new StorageEvent('storage', { key }));
    await expectLedOut();
  });
});
