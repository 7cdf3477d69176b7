import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  holdOperation,
  interceptOperation,
  refuse,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import {
  alerted,
  changeAsAnotherAdmin,
  editDialog,
  openUsers,
  openWithPat,
  row,
  said,
  storedUser,
} from '@/testing/screens/pages/users-page';

const field = (name: string) => editDialog().css(`[name=${name}]`);
const save = () => editDialog().css('button[type=submit]');
const editButton = (email: string) => row(email).getByRole('button', { name: `Edit ${email}` });

async function openEdit() {
  const { pat } = await openWithPat();
  await editButton(pat.email).click();
  await expect.element(field('email')).toHaveValue(pat.email);
  return pat;
}

/** Keeps what is sent to change a user. */
function watchUpdates() {
  const sent = watchOperation('UpdateUser');
  return () => sent.map(({ updates }) => updates);
}

test('the fields contain the record; only changes are sent, confirmed, and seen, by keyboard alone', async () => {
  const person = await openEdit();
  await expect.element(field('first_name')).toHaveValue('Pat');
  await expect.element(field('last_name')).toHaveValue('Person');
  await expect.element(field('role')).toHaveValue('DEVELOPER');
  await expect.element(field('read')).toBeChecked();
  await expect.element(field('write')).toBeChecked();
  await expectAccessible();
  await expect.element(field('first_name')).toHaveFocus();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}');
  await userEvent.keyboard('Ada');
  const release = holdOperation('UpdateUser');
  const sent = watchUpdates();
  await userEvent.keyboard('{Enter}');
  await expect.element(save()).toHaveTextContent('Saving...');
  await userEvent.keyboard('{Escape}');
  await expect.element(editDialog()).toBeVisible();
  release();
  await expect.element(editDialog()).not.toBeInTheDocument();
  await expect.element(said('User updated.')).toBeVisible();
  await expect.element(row(person.email)).toMatchTextContent('Ada Person');
  await expect.element(editButton(person.email)).toHaveFocus();
  expect(sent()).toEqual([{ first_name: 'Ada' }]);
  expect(await storedUser(person.id)).toEqual({ ...person, first_name: 'Ada' });
});

test('a role of Admin brings the admin scope; scopes are replaced as a whole', async () => {
  const person = await openEdit();
  const sent = watchUpdates();
  await field('role').selectOptions('Admin');
  await expect.element(editDialog().getByText('An admin also has the admin scope.')).toBeVisible();
  await save().click();
  await expect.element(row(person.email)).toMatchTextContent(/Admin.*read, write, admin/s);
  await editButton(person.email).click();
  await field('role').selectOptions('Developer');
  const consequence = editDialog().getByText("Without Write, the user's open jobs are canceled.");
  await expect.element(consequence).not.toBeInTheDocument();
  await field('write').click();
  await expect.element(consequence).toBeVisible();
  await save().click();
  await expect.element(row(person.email)).toMatchTextContent(/Developer.*read/s);
  expect(sent()).toEqual([
    { role: 'ADMIN', scopes: { read: true, write: true, admin: true } },
    { role: 'DEVELOPER', scopes: { read: true, write: false, admin: false } },
  ]);
});

test('Cancel and Escape change nothing and return the focus; an error is next to its field', async () => {
  const person = await openEdit();
  await field('email').fill('nobody');
  await save().click();
  await expect.element(field('email')).toHaveAccessibleDescription('Enter a valid email address.');
  await expect.element(field('email')).toHaveFocus();
  await editDialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(editDialog()).not.toBeInTheDocument();
  await expect.element(editButton(person.email)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('email')).toHaveValue(person.email);
  await userEvent.keyboard('{Escape}');
  await expect.element(editDialog()).not.toBeInTheDocument();
  await expect.element(editButton(person.email)).toHaveFocus();
  expect(await storedUser(person.id)).toEqual(person);
});

for (const { name, handle, message } of [
  {
    name: 'the server answers 500',
    handle: () => new Response('no', { status: 500 }),
    message: "The user couldn't be updated. Try again.",
  },
  { name: 'the API refuses', handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`if ${name}, an alert says so over the dialog, which keeps what was typed`, async () => {
    expectConsole(/The user couldn't be updated/);
    const person = await openEdit();
    const recover = interceptOperation('UpdateUser', handle);
    await field('last_name').fill('Kept');
    await userEvent.keyboard('{Enter}');
    await expect.element(alerted(`❌ ${message}`)).toBeVisible();
    await expectAccessible();
    recover();
    await userEvent.keyboard('{Enter}');
    await expect.element(alerted(`❌ ${message}`)).not.toBeInTheDocument();
    await expect.element(field('last_name')).toHaveValue('Kept');
    await expect.element(editDialog().css(':focus')).toHaveLength(1);
    await save().click();
    await expect.element(row(person.email)).toMatchTextContent('Pat Kept');
  });
}

test("a change by another admin is announced, fills the untouched fields, and isn't overwritten", async () => {
  expectConsole(/The user couldn't be updated/);
  const person = await openEdit();
  await field('last_name').fill('Mine');
  await changeAsAnotherAdmin(person.id, { first_name: 'Theirs', role: 'ADMIN' });
  await save().click();
  const stale =
    "❌ This user has changed since you read it. Your change wasn't saved. Review the latest version.";
  await alerted(stale).getByRole('button', { name: 'Close' }).click();
  await expect
    .element(editDialog().getByRole('status').filter({ hasText: 'Meanwhile' }))
    .toHaveTextContent(
      'Meanwhile First Name became “Theirs”, Role became Admin, and Scopes became read, write, admin.',
    );
  await expect.element(field('first_name')).toHaveValue('Theirs');
  await expect.element(field('role')).toHaveValue('ADMIN');
  await expect.element(field('last_name')).toHaveValue('Mine');
  await expectAccessible();
  expect(await storedUser(person.id)).toMatchObject({ first_name: 'Theirs', last_name: 'Person' });
  await save().click();
  await expect.element(row(person.email)).toMatchTextContent('Theirs Mine');
  expect(await storedUser(person.id)).toMatchObject({
    first_name: 'Theirs',
    last_name: 'Mine',
    role: 'ADMIN',
  });
});

test("an admin's own new name is the session's; the last admin stays one, and sees why", async () => {
  expectConsole(/The user couldn't be updated/);
  const { admin } = await openUsers();
  await editButton(admin.email).click();
  await field('role').selectOptions('Developer');
  await expect.element(editDialog()).toMatchTextContent('This is you: you leave the administration console');
  await expectAccessible();
  await save().click();
  const refusal =
    "❌ The last active admin of an account can't be made a developer. Make another user an admin first.";
  await alerted(refusal).getByRole('button', { name: 'Close' }).click();
  await field('role').selectOptions('Admin');
  await field('first_name').fill('Ursula');
  await save().click();
  await expect.element(row(admin.email)).toMatchTextContent('Ursula Reyes');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.css('[name=first_name]')).toHaveValue('Ursula');
});

test('an admin who becomes a developer is led to the dashboard', async () => {
  const { admin } = await openUsers([{ role: 'ADMIN' }]);
  await editButton(admin.email).click();
  await field('role').selectOptions('Developer');
  await save().click();
  await expect.poll(() => location.pathname + location.search).toBe('/dashboard');
  await expect.element(page.getByRole('navigation', { name: 'Account' })).toMatchTextContent('DEVELOPER');
});

test('changes that another tab has already saved close the dialog, and the list says so', async () => {
  expectConsole(/The user couldn't be updated/);
  const person = await openEdit();
  await changeAsAnotherAdmin(person.id, { first_name: 'Ada', role: 'ADMIN' });
  await field('first_name').fill('Ada');
  await field('role').selectOptions('Admin');
  await save().click();
  await expect.element(editDialog()).not.toBeInTheDocument();
  await expect.element(said('Pat Person already has these changes.')).toBeVisible();
  await expect.element(row(person.email)).toMatchTextContent(/Ada Person.*Admin/s);
});
