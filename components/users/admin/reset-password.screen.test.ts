import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { demoPassword } from '@/lib/config/demo';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { interceptOperation } from '@/testing/screens/intercept-operation';
import { loseResponse } from '@/testing/screens/lose-response';
import { resize } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import {
  changeAsAnotherAdmin,
  editDialog,
  list,
  openWithPat,
  row,
  said,
  title,
} from '@/testing/screens/pages/users-page';
import { prepare } from '@/testing/screens/prepare';

const edit = (email: string) => row(email).getByRole('button', { name: `Edit ${email}` });
const button = () => editDialog().getByRole('button', { name: 'Reset password' });
const question = () => page.getByRole('alertdialog', { name: 'Reset the password of Pat Person?' });
const confirm = () => question().getByRole('button', { name: 'Reset password' });
const banner = (email: string) =>
  list().getByRole('alertdialog', { name: `Temporary password for ${email}` });

/** The code of a sign-in's response; null if it succeeds. */
async function signInCode(email: string, password: string): Promise<string | null> {
  const query = `mutation SignIn($email: String!, $password: String!) {
    signIn(email: $email, password: $password) { user { id } }
  }`;
  const response = await fetch('/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { email, password } }),
  });
  return (await response.json()).errors?.[0].extensions.code ?? null;
}

test('a user gets a new temporary password after a question; it is shown once, and the old one and the sessions end', async () => {
  const { admin, pat } = await openWithPat();
  const { token } = await prepare<{ token: string }>('session', { email: pat.email });
  await edit(admin.email).click();
  await expect.element(editDialog()).toBeVisible();
  await expect.element(button()).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await edit(pat.email).click();
  await expect.element(button()).toHaveAccessibleDescription('Chosen by the user.');
  await expectAccessible();
  await button().click();
  await expect
    .element(question())
    .toHaveAccessibleDescription(
      'The old password stops working and open sessions end, at once; API keys keep working. The new one is temporary and shown to you once.',
    );
  await expect.element(question().getByRole('button', { name: 'Keep' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(button()).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await confirm().click();
  await expect.element(editDialog()).not.toBeInTheDocument();
  await expect.element(banner(pat.email).getByRole('button', { name: /^Copy/ })).toHaveFocus();
  await expect.element(said('Password reset. 1 session has ended.')).toBeVisible();
  await expectAccessible();
  const password = banner(pat.email).css('code').element().textContent;
  expect(password).toMatch(/^\w{8}$/);
  expect(await ask('{ me { id } }', {}, token)).toEqual({ me: null });
  expect(await signInCode(pat.email, demoPassword)).toBe('UNAUTHENTICATED');
  expect(await signInCode(pat.email, password)).toBeNull();

  // It is shown here only: leaving asks first.
  await page.getByRole('link', { name: 'Audit Logs' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Leave this page?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await banner(pat.email).getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText(password)).not.toBeInTheDocument();
  await expect.element(title()).toHaveFocus();
});

test('if the response is lost, the dialog says that a second try is safe; the password of that try counts', async () => {
  expectConsole(/The response was lost/);
  const { pat } = await openWithPat();
  const recover = interceptOperation('ResetUserPassword', loseResponse);
  await edit(pat.email).click();
  await button().click();
  await confirm().click();
  await expect
    .element(question().getByRole('alert'))
    .toHaveTextContent(
      'The response was lost, so the old password may have stopped working. Reset it again: only the newest password works.',
    );
  await expect.element(confirm()).toHaveFocus();
  recover();
  await userEvent.keyboard('{Enter}');
  await expect.element(banner(pat.email)).toBeVisible();
  const password = banner(pat.email).css('code').element().textContent;
  expect(await signInCode(pat.email, password)).toBeNull();
});

test('a user whom another person has changed since then keeps the password until the change was seen', async () => {
  expectConsole(/The response was lost/);
  const { pat } = await openWithPat();
  await changeAsAnotherAdmin(pat.id, { role: 'ADMIN' });
  await edit(pat.email).click();
  await button().click();
  await confirm().click();
  await expect
    .element(question().getByRole('alert'))
    .toHaveTextContent(
      "This user has changed since you read it. Your change wasn't saved. Review the latest version.",
    );
  await expect.element(question()).toMatchTextContent('Role');
  expect(await signInCode(pat.email, demoPassword)).toBeNull();
  await confirm().click();
  await expect.element(banner(pat.email)).toBeVisible();
});

test("changes that aren't saved aren't lost by a reset: they come first", async () => {
  const { pat } = await openWithPat();
  await edit(pat.email).click();
  await editDialog().css('[name=first_name]').fill('Patricia');
  await expect.element(button()).toBeDisabled();
  await expect.element(editDialog().getByText('Save your changes before you reset it.')).toBeVisible();
  await editDialog().css('[name=first_name]').fill('Pat');
  await expect.element(button()).toBeEnabled();
});

test('the row and the banner fit narrow pages', async () => {
  const { pat } = await openWithPat();
  for (const width of [360, 768, 1024, 1280, 1440]) {
    await resize(width, 900);
    expect(sidewaysScroll(), `${width} px wide`).toBe(0);
    const box = list().getByRole('table', { name: 'Users' }).element();
    expect(box.scrollWidth - box.clientWidth, `${width} px`).toBe(0);
  }
  await resize(360, 900);
  await edit(pat.email).click();
  await button().click();
  await confirm().click();
  await expect.element(banner(pat.email)).toBeVisible();
  expect(sidewaysScroll()).toBe(0);
});
