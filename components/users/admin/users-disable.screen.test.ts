import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  holdOperation,
  interceptOperation,
  latch,
  noNetwork,
  refuse,
} from '@/testing/screens/intercept-operation';
import { goto, reload } from '@/testing/screens/open-screen';
import {
  list,
  openWithPat,
  question,
  row,
  said,
  storedUser,
  title,
} from '@/testing/screens/pages/users-page';
import { prepare } from '@/testing/screens/prepare';

const action = (email: string, name: 'Disable' | 'Enable') =>
  row(email).getByRole('button', { name: `${name} ${email}` });
const dialog = () => page.getByRole('alertdialog');
const confirm = () => dialog().getByRole('button', { name: 'Disable' });
const keep = () => dialog().getByRole('button', { name: 'Keep' });

/** A user with two keys and a session. */
async function openWithAccess() {
  const { admin, pat } = await openWithPat();
  const create = 'mutation Key($id: ID!) { createAPIKey(userId: $id) { rawKey } }';
  for (const _ of ['one', 'two']) await ask(create, { id: pat.id });
  const { token } = await prepare<{ token: string }>('session', { email: pat.email });
  return { admin, pat, token };
}

test('the question says first what stops; Disable ends it at once, and Enable lets the person in again', async () => {
  const { pat, token } = await openWithAccess();
  await action(pat.email, 'Disable').click();
  await expect
    .element(question('Pat Person'))
    .toHaveAccessibleDescription(
      /^2 API keys stop working and 1 session ends, at once\. Last used (just now|1 minute ago) \(.* UTC\)\. The user can be enabled again\.$/,
    );
  await expect.element(keep()).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(question('Pat Person')).not.toBeInTheDocument();
  await expect.element(action(pat.email, 'Disable')).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await confirm().click();
  await expect.element(question('Pat Person')).not.toBeInTheDocument();
  await expect.element(said('Pat Person is disabled.')).toBeVisible();
  await expect.element(row(pat.email)).toMatchTextContent('Disabled');
  await expect.element(action(pat.email, 'Enable')).toHaveFocus();
  expect(await ask('{ me { id } }', {}, token)).toEqual({ me: null });

  await userEvent.keyboard('{Enter}');
  await expect.element(said('Pat Person can sign in again; keys that were active work again.')).toBeVisible();
  await expect.element(row(pat.email)).toMatchTextContent('Active');
  await expect.element(action(pat.email, 'Disable')).toHaveFocus();
  expect(await storedUser(pat.id)).toEqual(pat);
});

test('the line that says so goes when other users are listed', async () => {
  const { pat } = await openWithPat();
  await action(pat.email, 'Disable').click();
  await confirm().click();
  await expect.element(said('Pat Person is disabled.')).toBeVisible();
  await list().css('[name=role_filter]').selectOptions('Admin');
  await expect.element(row(pat.email)).not.toBeInTheDocument();
  await expect.element(said('Pat Person is disabled.')).not.toBeInTheDocument();
});

test("until it is known what stops there is nothing to confirm; if that can't be read it says so, and can be tried again", async () => {
  expectConsole(/Couldn't check what this affects/);
  const { pat } = await openWithAccess();
  const recover = interceptOperation('UserAccess', refuse('Not today.'));
  await action(pat.email, 'Disable').click();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent("Couldn't check what this affects.");
  await expect.element(confirm()).toBeEnabled();
  await expectAccessible();
  recover();
  const release = holdOperation('UserAccess');
  await dialog().getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Looking up what stops...')).toBeVisible();
  await expect.element(confirm()).toBeDisabled();
  await expect.element(keep()).toHaveFocus();
  release();
  await expect.element(page.getByText('2 API keys stop working')).toBeVisible();
  await expect.element(confirm()).toBeEnabled();
});

test("a user can be disabled though what this affects can't be checked", async () => {
  expectConsole(/Couldn't check what this affects|The user's status couldn't be read/);
  const { pat, token } = await openWithAccess();
  interceptOperation('UserAccess', noNetwork);
  interceptOperation('UserSummary', noNetwork);
  await action(pat.email, 'Disable').click();
  await expect
    .element(question('Pat Person'))
    .toHaveAccessibleDescription(
      "Sessions end and API keys stop working, at once. Open jobs are canceled, and don't come back. The user can be enabled again.",
    );
  await confirm().click();
  await expect.element(said('Pat Person is disabled.')).toBeVisible();
  expect(await ask('{ me { id } }', {}, token)).toEqual({ me: null });
});

test('red is the button that confirms, filled; the table has none', async () => {
  const { pat } = await openWithAccess();
  const red = 'rgb(192, 54, 44)';
  const style = (button: ReturnType<typeof confirm>) => getComputedStyle(button.element());
  const neutral = style(row(pat.email).getByRole('button', { name: `Edit ${pat.email}` }));
  expect(style(action(pat.email, 'Disable')).color).toBe(neutral.color);
  expect(style(action(pat.email, 'Disable')).borderColor).toBe(neutral.borderColor);
  await action(pat.email, 'Disable').click();
  await expect.element(confirm()).toBeEnabled();
  await expect.poll(() => style(confirm()).backgroundColor).toBe(red);
  expect(style(confirm()).color).toBe('rgb(255, 255, 255)');
});

const disableElsewhere = (id: string) =>
  ask('mutation Off($id: ID!) { disableUser(id: $id) { id } }', { id });

test('a user whom another tab has disabled needs no question: the list is read again and says so', async () => {
  const { pat } = await openWithAccess();
  await disableElsewhere(pat.id);
  await action(pat.email, 'Disable').click();
  await expect.element(said('Pat Person is already disabled.')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(row(pat.email)).toMatchTextContent('Disabled');
  await expect.element(action(pat.email, 'Enable')).toHaveFocus();
});

test('a user whom another tab disables while the question is open is said to be disabled already', async () => {
  const { pat } = await openWithAccess();
  await action(pat.email, 'Disable').click();
  await expect.element(confirm()).toBeEnabled();
  await disableElsewhere(pat.id);
  await confirm().click();
  await expect.element(said('Pat Person is already disabled.')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(row(pat.email)).toMatchTextContent('Disabled');
});

test('a user whom another tab has enabled is said to be enabled already', async () => {
  const { pat } = await openWithAccess();
  await disableElsewhere(pat.id);
  await reload();
  await expect.element(action(pat.email, 'Enable')).toBeVisible();
  await ask('mutation On($id: ID!) { enableUser(id: $id) { id } }', { id: pat.id });
  await action(pat.email, 'Enable').click();
  await expect.element(said('Pat Person is already enabled.')).toBeVisible();
  await expect.element(row(pat.email)).toMatchTextContent('Active');
});

for (const { name, handle, message } of [
  {
    name: 'there is no network',
    handle: noNetwork,
    message: "The user couldn't be disabled. Try again.",
  },
  { name: 'the API refuses', handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`disabling fails in the dialog if ${name}, and can be tried again`, async () => {
    expectConsole(/The user couldn't be disabled/);
    const { pat } = await openWithAccess();
    const recover = interceptOperation('DisableUser', handle);
    await action(pat.email, 'Disable').click();
    await confirm().click();
    await expect.element(dialog().getByRole('alert')).toHaveTextContent(message);
    await expect.element(confirm()).toHaveFocus();
    recover();
    await userEvent.keyboard('{Enter}');
    await expect.element(row(pat.email)).toMatchTextContent('Disabled');
  });
}

test('a list that was still being read when a user was disabled shows the user as disabled', async () => {
  expectConsole(/The user couldn't be disabled/);
  const { pat } = await openWithAccess();
  const recover = interceptOperation('DisableUser', refuse('Not today.'));
  // The read after the failure returns the state before the change, and arrives after it.
  const { held, release } = latch();
  let readings = 0;
  let isBefore = true;
  interceptOperation('AdminUsers', async ({ send }) => {
    if (!isBefore) return send();
    readings += 1;
    const response = await send();
    await held;
    return response;
  });
  await action(pat.email, 'Disable').click();
  await confirm().click();
  await expect.poll(() => readings).toBeGreaterThan(0);
  recover();
  isBefore = false;
  await confirm().click();
  await expect.element(said('Pat Person is disabled.')).toBeVisible();
  await expect.element(row(pat.email)).toMatchTextContent('Disabled');
  release();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(row(pat.email)).toMatchTextContent('Disabled');
});

test('if enabling fails the list says so', async () => {
  expectConsole(/The user couldn't be enabled/);
  const { pat } = await openWithAccess();
  await ask('mutation Off($id: ID!) { disableUser(id: $id) { id } }', { id: pat.id });
  await reload();
  const recover = interceptOperation('EnableUser', refuse('Not today.'));
  await action(pat.email, 'Enable').click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Not today.' })).toBeVisible();
  await expectAccessible();
  recover();
  await action(pat.email, 'Enable').click();
  await expect.element(row(pat.email)).toMatchTextContent('Active');
  await expect.element(page.getByText('Not today.')).not.toBeInTheDocument();
});

test('a user whom the filter no longer holds leaves the list, and the focus goes to its title', async () => {
  const { pat } = await openWithAccess();
  await goto('/dashboard/admin/users?status=active');
  await action(pat.email, 'Disable').click();
  await confirm().click();
  await expect.element(row(pat.email)).not.toBeInTheDocument();
  await expect.element(title()).toHaveFocus();
});

test("the last admin can't be disabled, and the dialog says why; if there is another admin, disabling yourself signs you out", async () => {
  expectConsole(/The user couldn't be disabled/);
  const { admin, pat } = await openWithAccess();
  await action(admin.email, 'Disable').click();
  await expect
    .element(question('Uma Reyes'))
    .toMatchTextContent('This is you: you are signed out, and only another admin can enable you again.');
  await confirm().click();
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent(
      "The last active admin of an account can't be disabled. Make another user an admin first.",
    );
  await keep().click();
  const promote = 'mutation Up($id: ID!) { updateUser(id: $id, updates: { role: ADMIN }) { id } }';
  await ask(promote, { id: pat.id });
  await action(admin.email, 'Disable').click();
  await confirm().click();
  await expect.poll(() => location.pathname + location.search).toBe('/');
  await expect.element(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
});
