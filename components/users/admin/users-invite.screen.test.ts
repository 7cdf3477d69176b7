import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  countCalls,
  holdOperation,
  interceptOperation,
  noNetwork,
  refuse,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { loseResponse } from '@/testing/screens/lose-response';
import { reload } from '@/testing/screens/open-screen';
import {
  alerted,
  freshEmail,
  inviteForm,
  list,
  openUsers,
  row,
  rows,
} from '@/testing/screens/pages/users-page';

const temporary = /^[a-km-np-zA-HJ-NP-Z2-9]{8}$/;

const field = (name: string) => inviteForm().css(`[name=${name}]`);
const submit = () => inviteForm().css('button[type=submit]');

test('an invitation is a developer who reads and writes, whose password is shown once and signs in', async () => {
  const { accountId } = await openUsers();
  await expect.poll(() => document.title).toMatch(/^Manage Users/);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Manage Users');
  const form = inviteForm();
  await expect.element(field('role')).toHaveValue('DEVELOPER');
  await expect.element(field('read')).toBeChecked();
  await expect.element(field('write')).toBeChecked();
  const email = freshEmail();
  await field('email').fill(` ${email.toUpperCase()} `);
  await field('first_name').fill('Rosa');
  const release = holdOperation('InviteUser');
  await userEvent.keyboard('{Enter}');
  await expect.element(submit()).toHaveTextContent('Inviting...');
  await expect.element(submit()).toBeDisabled();
  release();

  const banner = form.getByRole('alertdialog', { name: `Temporary password for ${email}` });
  await expect
    .element(banner)
    .toHaveAccessibleDescription(
      "Switchyard sends no email. Copy the password now: you can't see it again. Share it through a secure channel. The user signs in with it and their email address, and sets a new one in Settings. It expires after 14 days without a sign-in.",
    );
  const password = banner.css('code').element().textContent;
  expect(password).toMatch(temporary);
  await expect.element(banner.getByRole('button', { name: 'Copy temporary password' })).toHaveFocus();
  // The clipboard itself belongs to every page that is open.
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await userEvent.keyboard('{Enter}');
  await expect.element(banner.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(written.mock.calls).toEqual([[password]]);
  await expectAccessible();

  await expect.element(row(email)).toMatchTextContent(/Rosa.*Developer.*read, write.*Pending.*Never/s);
  await expect.element(field('email')).toHaveValue('');
  await expect.element(field('first_name')).toHaveValue('');
  const { signIn } = await ask<{ signIn: { user: object } }>(
    'mutation Try($email: String!, $password: String!) { signIn(email: $email, password: $password) { user { account_id first_name last_name } } }',
    { email, password },
  );
  expect(signIn.user).toEqual({ account_id: accountId, first_name: 'Rosa', last_name: null });

  await banner.getByRole('button', { name: 'Done' }).click();
  await expect.element(banner).not.toBeInTheDocument();
  await expect.element(field('email')).toHaveFocus();
  await reload();
  await expect.element(row(email)).toBeVisible();
  await expect.element(page.getByText(password)).not.toBeInTheDocument();
});

test('choosing Admin adds the admin scope, and says so', async () => {
  await openUsers();
  const email = freshEmail();
  const note = inviteForm().getByText('An admin also has the admin scope.');
  await field('email').fill(email);
  await field('role').selectOptions('Admin');
  await expect.element(note).toBeVisible();
  await field('write').click();
  const sent = watchOperation('InviteUser');
  await inviteForm().getByRole('button', { name: 'Invite' }).click();
  await expect.element(row(email)).toMatchTextContent(/Admin.*read, admin/s);
  expect(sent.map(({ scopes }) => scopes)).toEqual([{ read: true, write: false, admin: true }]);
  await expect.element(field('role')).toHaveValue('DEVELOPER');
  await expect.element(note).not.toBeInTheDocument();
});

test('errors are next to their fields, and nothing is sent', async () => {
  await openUsers();
  const sent = countCalls('InviteUser');
  await inviteForm().getByRole('button', { name: 'Invite' }).click();
  await expect.element(field('email')).toHaveAccessibleDescription('Enter a valid email address.');
  await expect.element(field('email')).toHaveFocus();
  await expectAccessible();
  expect(sent.count).toBe(0);
});

for (const { name, handle, message } of [
  {
    name: 'there is no network',
    handle: noNetwork,
    message: "The user couldn't be invited. Try again.",
  },
  { name: 'the API refuses', handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`if ${name}, an alert says so, and what was filled in can be sent again`, async () => {
    expectConsole(/The user couldn't be invited/);
    await openUsers();
    const email = freshEmail();
    await field('email').fill(email);
    await field('last_name').fill('Keep');
    const recover = interceptOperation('InviteUser', handle);
    await inviteForm().getByRole('button', { name: 'Invite' }).click();
    const alert = alerted(`❌ ${message}`);
    await expect.element(alert).toBeVisible();
    await expectAccessible();
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(field('last_name')).toHaveValue('Keep');
    await expect.element(inviteForm().getByRole('button', { name: 'Invite' })).toHaveFocus();
    recover();
    await userEvent.keyboard('{Enter}');
    await expect.element(inviteForm().getByRole('alertdialog').css('code')).toMatchTextContent(temporary);
    await expect.element(row(email)).toBeVisible();
  });
}

test('an address that is taken is an alert with the reason', async () => {
  expectConsole(/The user couldn't be invited/);
  const { admin } = await openUsers();
  await field('email').fill(admin.email);
  await userEvent.keyboard('{Enter}');
  await expect.element(alerted('❌ A user with this email already exists.')).toBeVisible();
});

test('if only the response is lost, the password is shown with what may be wrong with it, and works', async () => {
  expectConsole(/The user couldn't be invited/);
  await openUsers();
  const email = freshEmail();
  await field('email').fill(email);
  interceptOperation('InviteUser', loseResponse);
  await userEvent.keyboard('{Enter}');
  const banner = inviteForm().getByRole('alertdialog');
  const code = banner.css('code');
  await expect.element(code).toMatchTextContent(temporary);
  await expect
    .element(banner)
    .toHaveAccessibleDescription(
      /^The response to the invitation was lost\. If another admin invited them at the same moment, only the other admin's password works\. Switchyard sends no email\./,
    );
  await ask(
    'mutation Try($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }',
    { email, password: code.element().textContent },
  );
  await list().css('[name=search]').fill(email);
  await expect.element(rows()).toHaveLength(1);
});
