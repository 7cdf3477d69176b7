import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { demoPassword } from '@/lib/config/demo';
import { limits } from '@/lib/config/limits';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  countCalls,
  holdOperation,
  interceptOperation,
  noNetwork,
  responseTo,
} from '@/testing/screens/intercept-operation';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import {
  account,
  developer,
  dialog,
  expectAddress,
  signOutByHeader,
  storedToken,
  trigger,
} from '@/testing/screens/pages/session-page';
import { press } from '@/testing/screens/press';

async function openDialog() {
  await goto('/');
  await trigger().click();
  await expect.element(dialog()).toBeVisible();
  return {
    email: dialog().css('[name=email]'),
    password: dialog().css('[name=password]'),
    submit: dialog().css('button[type=submit]'),
    alert: dialog().getByRole('alert'),
  };
}

/** Keeps a guarded page in mind, as its guard does. */
const rememberPage = (path: string) => sessionStorage.setItem(brand.returnToKey, path);

test('a developer signs in by keyboard, and sees where to go', async () => {
  await goto('/');
  await press(trigger(), '{Enter}');
  await expect.element(dialog().css('[name=email]')).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard(`  ${developer} `);
  await userEvent.tab();
  await userEvent.keyboard(demoPassword);
  await userEvent.keyboard('{Enter}');
  await expectAddress('/dashboard');
  await expect.element(account()).toMatchTextContent('DEVELOPER');
  await expect.element(account().getByRole('link')).toHaveTextContent('Dashboard');
  await expect
    .element(account().getByRole('link', { name: 'Dashboard' }))
    .toHaveAttribute('aria-current', 'page');
  expect(storedToken()).toBeTruthy();
});

test('an admin is offered the console', async () => {
  await signIn('admin@acme.test');
  await goto('/');
  await expect.element(account()).toMatchTextContent('ADMIN');
  await expect
    .element(account().getByRole('link', { name: 'Dashboard' }))
    .toHaveAttribute('href', '/dashboard');
  await expect
    .element(account().getByRole('link', { name: 'Admin' }))
    .toHaveAttribute('href', '/dashboard/admin');
  await expect.element(trigger()).not.toBeInTheDocument();
  await expectAccessible();
});

test('a wrong password and an unknown address get the same response; typed text stays', async () => {
  const { email, password, submit, alert } = await openDialog();
  const messages: (string | null)[] = [];
  for (const [who, secret] of [
    [developer, 'not the password'],
    ['nobody@acme.test', demoPassword],
  ] as const) {
    await email.fill(who);
    await password.fill(secret);
    const answered = responseTo('SignIn');
    await submit.click();
    await answered;
    await expect.element(submit).toHaveTextContent('Sign in');
    await expect.element(alert).toBeVisible();
    await expect.element(password).toHaveFocus();
    await expect.element(email).toHaveValue(who);
    await expect.element(password).toHaveValue(secret);
    messages.push(alert.element().textContent);
  }
  expect(new Set(messages).size).toBe(1);
  expect(storedToken()).toBeNull();
  await expectAccessible();
});

test('a disabled user stays out', async () => {
  const { email, password, submit, alert } = await openDialog();
  await email.fill('disabled@acme.test');
  await password.fill(demoPassword);
  await submit.click();
  await expect.element(alert).toBeVisible();
  expect(storedToken()).toBeNull();
});

test('empty fields are named, and nothing is sent', async () => {
  const { email, submit } = await openDialog();
  const calls = countCalls();
  await submit.click();
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAccessibleDescription('Enter your email address.');
  await expect.element(dialog().css('[name=password]')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  expect(calls.count).toBe(0);
});

test('the password can be shown', async () => {
  const { password } = await openDialog();
  await expect.element(password).toHaveAttribute('type', 'password');
  await dialog().getByRole('button', { name: 'Show password' }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await dialog().getByRole('button', { name: 'Hide password' }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
});

test('a double click sends once', async () => {
  const { email, password, submit } = await openDialog();
  const calls = countCalls('SignIn');
  const release = holdOperation('SignIn');
  await email.fill(developer);
  await password.fill(demoPassword);
  await submit.dblClick();
  await expect.element(submit).toHaveTextContent('Signing in...');
  await expect.element(submit).toBeDisabled();
  release();
  await expectAddress('/dashboard');
  expect(calls.count).toBe(1);
});

test('closing the dialog while it sends cancels the sign-in', async () => {
  const { email, password, submit } = await openDialog();
  let signal: AbortSignal | undefined;
  interceptOperation('SignIn', (call) => {
    signal = call.signal;
    return new Promise(() => {});
  });
  await email.fill(developer);
  await password.fill(demoPassword);
  await submit.click();
  await expect.element(submit).toHaveTextContent('Signing in...');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => signal?.aborted).toBe(true);
  await expect.element(dialog()).not.toBeInTheDocument();
  await expectAddress('/');
  expect(storedToken()).toBeNull();
});

test('a dead network is reported, and can be tried again', async () => {
  const { email, password, submit, alert } = await openDialog();
  await email.fill(developer);
  await password.fill(demoPassword);
  const recover = interceptOperation('SignIn', noNetwork);
  await submit.click();
  await expect.element(alert).toHaveTextContent("Couldn't reach the server. Try again.");
  recover();
  await submit.click();
  await expectAddress('/dashboard');
});

test('too many failed attempts are refused, with how long to wait', async () => {
  const address = `nobody-${Date.now()}@acme.test`;
  const query = `mutation { signIn(email: "${address}", password: "guess") { token } }`;
  await Promise.all(Array.from({ length: limits.signIn.failures }, () => ask(query).catch(() => undefined)));
  const { email, password, submit, alert } = await openDialog();
  await email.fill(address);
  await password.fill('guess');
  await submit.click();
  await expect.element(alert).toMatchTextContent(/^Too many attempts\. Try again in 1[45] minutes\.$/);
});

test('Escape and Close give the focus back', async () => {
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => dialog().getByRole('button', { name: 'Close' }).click(),
  ]) {
    const { email } = await openDialog();
    await expect.element(email).toHaveFocus();
    await close();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(trigger()).toHaveFocus();
  }
});

test('on a phone the dialog that opens by itself gives the focus to the menu', async () => {
  await resize(360, 740);
  rememberPage('/dashboard');
  await goto('/');
  await expect.element(dialog().css('[name=email]')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Menu' })).toHaveFocus();
});

test('the page that was asked for comes after signing in, once', async () => {
  rememberPage('/dashboard?range=30');
  await goto('/');
  await dialog().css('[name=email]').fill(developer);
  await dialog().css('[name=password]').fill(demoPassword);
  await userEvent.keyboard('{Enter}');
  await expectAddress('/dashboard?range=30');
  expect(sessionStorage.getItem(brand.returnToKey)).toBeNull();
});

test('closing the dialog forgets the page that was asked for', async () => {
  rememberPage('/dashboard');
  await goto('/');
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sessionStorage.getItem(brand.returnToKey)).toBeNull();
});

for (const path of ['https://example.com/dashboard', '//example.com', '/dashboards', '/contact']) {
  test(`a remembered ${path} isn't believed`, async () => {
    rememberPage(path);
    const { email, password } = await openDialog();
    await email.fill(developer);
    await password.fill(demoPassword);
    await userEvent.keyboard('{Enter}');
    await expectAddress('/dashboard');
  });
}

describe('signing out', () => {
  test("ends the session here and on the server, and doesn't ask to sign in again", async () => {
    await signIn(developer);
    await goto('/dashboard');
    const token = storedToken() ?? '';
    const signOut = responseTo('SignOut');
    await signOutByHeader();
    await expectAddress('/');
    await expect.element(trigger()).toBeVisible();
    await signOut;
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(storedToken()).toBeNull();
    expect(await ask('{ me { id } }', {}, token)).toEqual({ me: null });
  });

  test('works without a network', async () => {
    expectConsole(/The session may still be open on the server/, /The session couldn't be checked/);
    await signIn(developer);
    await goto('/');
    await expect.element(account()).toBeVisible();
    interceptOperation('\\w+', noNetwork);
    await signOutByHeader();
    await expect.element(trigger()).toBeVisible();
    expect(storedToken()).toBeNull();
  });
});
