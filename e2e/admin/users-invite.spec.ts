import { ask } from '@/e2e/ask';
import { expect, expectAccessible, readClipboard, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { alerted, freshEmail, inviteForm, list, openUsers, row, rows } from './users-page';

const temporary = /^[a-km-np-zA-HJ-NP-Z2-9]{8}$/;

test('an invitation is a developer who reads and writes, whose password is shown once and signs in', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { accountId } = await openUsers(page);
  await expect(page).toHaveTitle(/^Manage Users/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Users');
  const form = inviteForm(page);
  await expect(form.locator('[name=role]')).toHaveValue('DEVELOPER');
  await expect(form.locator('[name=read]')).toBeChecked();
  await expect(form.locator('[name=write]')).toBeChecked();
  const email = freshEmail();
  await form.locator('[name=email]').fill(` ${email.toUpperCase()} `);
  await form.locator('[name=first_name]').fill('Rosa');
  const release = await holdOperation(page, 'InviteUser');
  await page.keyboard.press('Enter');
  const button = form.locator('button[type=submit]');
  await expect(button).toHaveText('Inviting...');
  await expect(button).toBeDisabled();
  release();

  const banner = form.getByRole('alertdialog', { name: `Temporary password for ${email}` });
  await expect(banner).toHaveAccessibleDescription(
    'No e-mail is sent. Copy the password now, for it cannot be seen again, and hand it on by a way you trust. They sign in with it and their e-mail address, and set their own under Settings.',
  );
  const password = await banner.locator('code').innerText();
  expect(password).toMatch(temporary);
  const copy = banner.getByRole('button', { name: 'Copy temporary password' });
  await expect(copy).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(banner.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await readClipboard(page)).toBe(password);
  await expectAccessible(page);

  await expect(row(page, email)).toContainText(/Rosa.*Developer.*read, write.*Active/s);
  await expect(form.locator('[name=email]')).toHaveValue('');
  await expect(form.locator('[name=first_name]')).toHaveValue('');
  const { signIn } = await ask<{ signIn: { user: object } }>(
    page,
    'mutation Try($email: String!, $password: String!) { signIn(email: $email, password: $password) { user { account_id first_name last_name } } }',
    { email, password },
  );
  expect(signIn.user).toEqual({ account_id: accountId, first_name: 'Rosa', last_name: null });

  await banner.getByRole('button', { name: 'Done' }).click();
  await expect(banner).toHaveCount(0);
  await expect(form.locator('[name=email]')).toBeFocused();
  await page.reload();
  await expect(row(page, email)).toBeVisible();
  await expect(page.getByText(password)).toHaveCount(0);
});

test('choosing Admin adds the admin scope, and says so', async ({ page }) => {
  await openUsers(page);
  const form = inviteForm(page);
  const email = freshEmail();
  await form.locator('[name=email]').fill(email);
  await form.locator('[name=role]').selectOption('Admin');
  await expect(form.getByText('An admin also has the admin scope.')).toBeVisible();
  await form.locator('[name=write]').uncheck();
  const sent: unknown[] = [];
  await interceptOperation(page, 'InviteUser', (route) => {
    sent.push(route.request().postDataJSON().variables.scopes);
    return route.continue();
  });
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(row(page, email)).toContainText(/Admin.*read, admin/s);
  expect(sent).toEqual([{ read: true, write: false, admin: true }]);
  await expect(form.locator('[name=role]')).toHaveValue('DEVELOPER');
  await expect(form.getByText('An admin also has the admin scope.')).toHaveCount(0);
});

test('errors are next to their fields, and nothing is sent', async ({ page }) => {
  await openUsers(page);
  const form = inviteForm(page);
  let sent = 0;
  await interceptOperation(page, 'InviteUser', (route) => {
    sent += 1;
    return route.continue();
  });
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(form.locator('[name=email]')).toHaveAccessibleDescription('Enter a valid e-mail address.');
  await expect(form.locator('[name=email]')).toBeFocused();
  await expectAccessible(page);
  expect(sent).toBe(0);
});

for (const { name, console, handle, message } of [
  { ...callFailures[0], message: 'The user could not be invited. Please try again.' },
  { name: 'the API refuses', console: [], handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`if ${name}, an alert says so, and what was filled in can be sent again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, /The user could not be invited/);
    await openUsers(page);
    const form = inviteForm(page);
    const email = freshEmail();
    await form.locator('[name=email]').fill(email);
    await form.locator('[name=last_name]').fill('Keep');
    const recover = await interceptOperation(page, 'InviteUser', handle);
    await form.getByRole('button', { name: 'Invite' }).click();
    const alert = alerted(page, `❌ ${message}`);
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(alert).toHaveCount(0);
    await expect(form.locator('[name=last_name]')).toHaveValue('Keep');
    await expect(form.getByRole('button', { name: 'Invite' })).toBeFocused();
    await recover();
    await page.keyboard.press('Enter');
    await expect(form.getByRole('alertdialog').locator('code')).toHaveText(temporary);
    await expect(row(page, email)).toBeVisible();
  });
}

test('an address that is taken is an alert with the reason', async ({ page, expectedConsole }) => {
  expectedConsole.push(/The user could not be invited/);
  const { admin } = await openUsers(page);
  await inviteForm(page).locator('[name=email]').fill(admin.email);
  await page.keyboard.press('Enter');
  await expect(alerted(page, '❌ A user with this email already exists.')).toBeVisible();
});

test('if only the response is lost, the password is shown with what may be wrong with it, and works', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The user could not be invited/);
  await openUsers(page);
  const email = freshEmail();
  await inviteForm(page).locator('[name=email]').fill(email);
  await interceptOperation(page, 'InviteUser', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press('Enter');
  const banner = inviteForm(page).getByRole('alertdialog');
  const code = banner.locator('code');
  await expect(code).toHaveText(temporary);
  await expect(banner).toHaveAccessibleDescription(
    /^The answer to the invitation was lost: if another admin invited them at the same moment, this password does not work, and theirs does\. No e-mail is sent\./,
  );
  await ask(
    page,
    'mutation Try($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }',
    { email, password: await code.innerText() },
  );
  await list(page).locator('[name=search]').fill(email);
  await expect(rows(page)).toHaveCount(1);
});
