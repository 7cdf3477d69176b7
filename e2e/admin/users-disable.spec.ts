import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, requestToken, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, latch, refuse } from '@/e2e/intercept-operation';
import { openUsers, question, row, said, storedUser, title } from './users-page';

const action = (page: Page, email: string, name: 'Disable' | 'Enable') =>
  row(page, email).getByRole('button', { name: `${name} ${email}` });
const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Disable' });
const keep = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Keep' });

/** A user with two keys and a session. */
async function openWithPat(page: Page) {
  const { accountId, admin, made } = await openUsers(page, [{ first_name: 'Pat', last_name: 'Person' }]);
  const [pat] = made;
  if (!pat) throw new Error('nobody was made');
  const create = 'mutation Key($id: ID!) { createAPIKey(userId: $id) { rawKey } }';
  for (const _ of ['one', 'two']) await ask(page, create, { id: pat.id });
  const token = await requestToken(page, pat.email);
  return { accountId, admin, pat, token };
}

test('the question says first what stops; Disable ends it at once, and Enable lets the person in again', async ({
  page,
}) => {
  const { pat, token } = await openWithPat(page);
  await action(page, pat.email, 'Disable').click();
  await expect(question(page, 'Pat Person')).toHaveAccessibleDescription(
    /^2 API keys stop working and 1 session ends, at once\. Last used (just now|1 minute ago) \(.* UTC\)\. The user can be enabled again\.$/,
  );
  await expect(keep(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question(page, 'Pat Person')).toHaveCount(0);
  await expect(action(page, pat.email, 'Disable')).toBeFocused();

  await page.keyboard.press('Enter');
  await confirm(page).click();
  await expect(question(page, 'Pat Person')).toHaveCount(0);
  await expect(said(page, 'Pat Person is disabled.')).toBeVisible();
  await expect(row(page, pat.email)).toContainText('Disabled');
  await expect(action(page, pat.email, 'Enable')).toBeFocused();
  expect(await ask(page, '{ me { id } }', {}, token)).toEqual({ me: null });

  await page.keyboard.press('Enter');
  await expect(said(page, 'Pat Person can sign in again; keys that were active work again.')).toBeVisible();
  await expect(row(page, pat.email)).toContainText('Active');
  await expect(action(page, pat.email, 'Disable')).toBeFocused();
  expect(await storedUser(page, pat.id)).toEqual(pat);
});

test('until it is known what stops there is nothing to confirm; if that cannot be read it says so', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/What the user has in use could not be read/);
  const { pat } = await openWithPat(page);
  const recover = await interceptOperation(page, 'UserAccess', refuse('Not today.'));
  await action(page, pat.email, 'Disable').click();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(
    'What this stops could not be read.',
  );
  await expect(confirm(page)).toBeDisabled();
  await expectAccessible(page);
  await recover();
  const release = await holdOperation(page, 'UserAccess');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Looking up what stops...')).toBeVisible();
  await expect(confirm(page)).toBeDisabled();
  await expect(keep(page)).toBeFocused();
  release();
  await expect(page.getByText('2 API keys stop working')).toBeVisible();
  await expect(confirm(page)).toBeEnabled();
});

for (const { name, console, handle, message } of [
  { ...callFailures[0], message: 'The user could not be disabled. Please try again.' },
  { name: 'the API refuses', console: [], handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`disabling fails in the dialog if ${name}, and can be tried again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, /The user could not be disabled/);
    const { pat } = await openWithPat(page);
    const recover = await interceptOperation(page, 'DisableUser', handle);
    await action(page, pat.email, 'Disable').click();
    await confirm(page).click();
    await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(message);
    await expect(confirm(page)).toBeFocused();
    await recover();
    await page.keyboard.press('Enter');
    await expect(row(page, pat.email)).toContainText('Disabled');
  });
}

test('a list that was still being read when a user was disabled shows the user as disabled', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The user could not be disabled/);
  const { pat } = await openWithPat(page);
  const recover = await interceptOperation(page, 'DisableUser', refuse('Not today.'));
  // The read after the failure returns the state before the change, and arrives after it.
  const { held, release } = latch();
  let readings = 0;
  let isBefore = true;
  await interceptOperation(page, 'AdminUsers', async (route) => {
    if (!isBefore) return route.continue();
    readings += 1;
    // The page may have given the reading up by now.
    const response = await route.fetch().catch(() => null);
    await held;
    if (response) await route.fulfill({ response }).catch(() => undefined);
  });
  await action(page, pat.email, 'Disable').click();
  await confirm(page).click();
  await expect.poll(() => readings).toBeGreaterThan(0);
  await recover();
  isBefore = false;
  await confirm(page).click();
  await expect(said(page, 'Pat Person is disabled.')).toBeVisible();
  await expect(row(page, pat.email)).toContainText('Disabled');
  release();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(row(page, pat.email)).toContainText('Disabled');
});

test('if enabling fails the list says so', async ({ page, expectedConsole }) => {
  expectedConsole.push(/The user could not be enabled/);
  const { pat } = await openWithPat(page);
  await ask(page, 'mutation Off($id: ID!) { disableUser(id: $id) { id } }', { id: pat.id });
  await page.reload();
  const recover = await interceptOperation(page, 'EnableUser', refuse('Not today.'));
  await action(page, pat.email, 'Enable').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not today.' })).toBeVisible();
  await expectAccessible(page);
  await recover();
  await action(page, pat.email, 'Enable').click();
  await expect(row(page, pat.email)).toContainText('Active');
  await expect(page.getByText('Not today.')).toHaveCount(0);
});

test('a user whom the filter no longer holds leaves the list, and the focus goes to its title', async ({
  page,
}) => {
  const { pat } = await openWithPat(page);
  await page.goto('/dashboard/admin/users?status=active');
  await action(page, pat.email, 'Disable').click();
  await confirm(page).click();
  await expect(row(page, pat.email)).toHaveCount(0);
  await expect(title(page)).toBeFocused();
});

test('the last admin cannot be disabled, and the dialog says why; if there is another admin, disabling yourself signs you out', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The user could not be disabled/, /./);
  const { admin, pat } = await openWithPat(page);
  await action(page, admin.email, 'Disable').click();
  await expect(question(page, 'Uma Reyes')).toContainText(
    'This is you: you are signed out, and only another admin can enable you again.',
  );
  await confirm(page).click();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(
    'The last active admin of an account cannot be disabled. Make someone else an admin first.',
  );
  await keep(page).click();
  const promote = 'mutation Up($id: ID!) { updateUser(id: $id, updates: { role: ADMIN }) { id } }';
  await ask(page, promote, { id: pat.id });
  await action(page, admin.email, 'Disable').click();
  await confirm(page).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
});
