import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation, latch, refuse } from '@/e2e/intercept-operation';
import { alerted, changeMeanwhile, editDialog, openUsers, row, said, storedUser } from './users-page';

const field = (page: Page, name: string) => editDialog(page).locator(`[name=${name}]`);
const save = (page: Page) => editDialog(page).locator('button[type=submit]');
const editButton = (page: Page, email: string) =>
  row(page, email).getByRole('button', { name: `Edit ${email}` });

async function openEdit(page: Page) {
  const { admin, made } = await openUsers(page, [{ first_name: 'Pat', last_name: 'Person' }]);
  const [person] = made;
  if (!person) throw new Error('nobody was made');
  await editButton(page, person.email).click();
  await expect(field(page, 'email')).toHaveValue(person.email);
  return { admin, person };
}

/** Watches what is sent to change a user, and holds it until then. */
async function watchUpdates(page: Page, until?: Promise<void>) {
  const sent: object[] = [];
  await interceptOperation(page, 'UpdateUser', async (route) => {
    sent.push(route.request().postDataJSON().variables.updates);
    await until;
    return route.continue();
  });
  return sent;
}

test('the fields contain the record; only changes are sent, confirmed, and seen, by keyboard alone', async ({
  page,
}) => {
  const { person } = await openEdit(page);
  await expect(field(page, 'first_name')).toHaveValue('Pat');
  await expect(field(page, 'last_name')).toHaveValue('Person');
  await expect(field(page, 'role')).toHaveValue('DEVELOPER');
  await expect(field(page, 'read')).toBeChecked();
  await expect(field(page, 'write')).toBeChecked();
  await expectAccessible(page);
  await expect(field(page, 'first_name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Ada');
  const { held, release } = latch();
  const sent = await watchUpdates(page, held);
  await page.keyboard.press('Enter');
  await expect(save(page)).toHaveText('Saving...');
  await page.keyboard.press('Escape');
  await expect(editDialog(page)).toBeVisible();
  release();
  await expect(editDialog(page)).toHaveCount(0);
  await expect(said(page, 'User updated.')).toBeVisible();
  await expect(row(page, person.email)).toContainText('Ada Person');
  await expect(editButton(page, person.email)).toBeFocused();
  expect(sent).toEqual([{ first_name: 'Ada' }]);
  expect(await storedUser(page, person.id)).toEqual({ ...person, first_name: 'Ada' });
});

test('a role of Admin brings the admin scope; scopes are replaced as a whole', async ({ page }) => {
  const { person } = await openEdit(page);
  const sent = await watchUpdates(page);
  await field(page, 'role').selectOption('Admin');
  await expect(editDialog(page).getByText('An admin also has the admin scope.')).toBeVisible();
  await save(page).click();
  await expect(row(page, person.email)).toContainText(/Admin.*read, write, admin/s);
  await editButton(page, person.email).click();
  await field(page, 'role').selectOption('Developer');
  await field(page, 'write').uncheck();
  await save(page).click();
  await expect(row(page, person.email)).toContainText(/Developer.*read/s);
  expect(sent).toEqual([
    { role: 'ADMIN', scopes: { read: true, write: true, admin: true } },
    { role: 'DEVELOPER', scopes: { read: true, write: false, admin: false } },
  ]);
});

test('Cancel and Escape change nothing and return the focus; an error is next to its field', async ({
  page,
}) => {
  const { person } = await openEdit(page);
  await field(page, 'email').fill('nobody');
  await save(page).click();
  await expect(field(page, 'email')).toHaveAccessibleDescription('Enter a valid e-mail address.');
  await expect(field(page, 'email')).toBeFocused();
  await editDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(editDialog(page)).toHaveCount(0);
  await expect(editButton(page, person.email)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'email')).toHaveValue(person.email);
  await page.keyboard.press('Escape');
  await expect(editDialog(page)).toHaveCount(0);
  await expect(editButton(page, person.email)).toBeFocused();
  expect(await storedUser(page, person.id)).toEqual(person);
});

for (const { name, console, handle, message } of [
  { ...callFailures[1], message: 'The user could not be updated. Please try again.' },
  { name: 'the API refuses', console: [], handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`if ${name}, an alert says so over the dialog, which keeps what was typed`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, /The user could not be updated/);
    const { person } = await openEdit(page);
    const recover = await interceptOperation(page, 'UpdateUser', handle);
    await field(page, 'last_name').fill('Kept');
    await page.keyboard.press('Enter');
    await expect(alerted(page, `❌ ${message}`)).toBeVisible();
    await expectAccessible(page);
    await recover();
    await page.keyboard.press('Enter');
    await expect(alerted(page, `❌ ${message}`)).toHaveCount(0);
    await expect(field(page, 'last_name')).toHaveValue('Kept');
    await expect(editDialog(page).locator(':focus')).toHaveCount(1);
    await save(page).click();
    await expect(row(page, person.email)).toContainText('Pat Kept');
  });
}

test('a change by another admin is announced, fills the untouched fields, and is not overwritten', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The user could not be updated/);
  const { person } = await openEdit(page);
  await field(page, 'last_name').fill('Mine');
  await changeMeanwhile(page, person.id, { first_name: 'Theirs', role: 'ADMIN' });
  await save(page).click();
  const stale = '❌ This user has changed since you read it. Nothing was saved; look at it again.';
  await alerted(page, stale).getByRole('button', { name: 'Close' }).click();
  await expect(editDialog(page).getByRole('status').filter({ hasText: 'Meanwhile' })).toHaveText(
    'Meanwhile First Name became “Theirs”, Role became Admin, and Scopes became read, write, admin.',
  );
  await expect(field(page, 'first_name')).toHaveValue('Theirs');
  await expect(field(page, 'role')).toHaveValue('ADMIN');
  await expect(field(page, 'last_name')).toHaveValue('Mine');
  await expectAccessible(page);
  expect(await storedUser(page, person.id)).toMatchObject({ first_name: 'Theirs', last_name: 'Person' });
  await save(page).click();
  await expect(row(page, person.email)).toContainText('Theirs Mine');
  expect(await storedUser(page, person.id)).toMatchObject({
    first_name: 'Theirs',
    last_name: 'Mine',
    role: 'ADMIN',
  });
});

test("an admin's own new name is the session's; the last admin stays one, and sees why", async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The user could not be updated/);
  const { admin } = await openUsers(page);
  await editButton(page, admin.email).click();
  await field(page, 'role').selectOption('Developer');
  await expect(editDialog(page)).toContainText('This is you: you leave the administration console');
  await expectAccessible(page);
  await save(page).click();
  const refusal =
    '❌ The last active admin of an account cannot be made a developer. Make someone else an admin first.';
  await alerted(page, refusal).getByRole('button', { name: 'Close' }).click();
  await field(page, 'role').selectOption('Admin');
  await field(page, 'first_name').fill('Ursula');
  await save(page).click();
  await expect(row(page, admin.email)).toContainText('Ursula Reyes');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.locator('[name=first_name]')).toHaveValue('Ursula');
});

test('an admin who becomes a developer is led to the dashboard', async ({ page }) => {
  const { admin } = await openUsers(page, [{ role: 'ADMIN' }]);
  await editButton(page, admin.email).click();
  await field(page, 'role').selectOption('Developer');
  await save(page).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('navigation', { name: 'Account' })).toContainText('DEVELOPER');
});
