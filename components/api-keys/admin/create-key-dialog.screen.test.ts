import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  countCalls,
  holdOperation,
  interceptOperation,
  refuse,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { loseResponse } from '@/testing/screens/lose-response';
import { reload } from '@/testing/screens/open-screen';
import {
  banner,
  createButton,
  openKeysOf,
  question,
  row,
  rows,
  works,
} from '@/testing/screens/pages/admin-keys-page';
import { rawKeyPattern } from '@/testing/screens/pages/keys';
import { createPerson } from '@/testing/screens/people';

const dialog = () => page.getByRole('dialog', { name: 'Create API Key' });
const field = (name: string) => dialog().css(`[name=${name}]`);
const submit = () => dialog().getByRole('button', { name: 'Create', exact: true });
const lost =
  '❌ The response was lost, so the key may have been created. Check the list before you try again.';

/** The select lists the first hundred by name, and other tests add as many to this account. */
const listedPerson = () => createPerson({ first_name: 'Aaron' });

async function openDialog() {
  const made = await openKeysOf([], await listedPerson());
  await createButton().click();
  await expect.element(dialog()).toBeVisible();
  return made;
}

test('a key is made for a user with what was chosen, shown once, and works', async () => {
  const { owner } = await openDialog();
  await expect.element(field('userId').css('option').first()).toHaveTextContent('Select a user');
  await expect.element(field('userId')).toHaveValue('');
  await expect.element(field('read')).toBeChecked();
  await expect.element(field('write')).toBeChecked();
  await expect.element(field('admin')).not.toBeChecked();
  await expect.element(field('expires_at')).toHaveValue('2099-12-31');
  await expectAccessible();

  const release = holdOperation('CreateKey');
  const sent = watchOperation('CreateKey');
  await field('userId').selectOptions(owner.id);
  await field('name').fill('  Night shift ');
  await field('write').click();
  await submit().click();
  await expect.element(dialog().getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toBeVisible();
  release();

  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(banner()).toHaveAccessibleName('New API key of Aaron Person: Night shift');
  await expect
    .element(banner())
    .toHaveAccessibleDescription(
      /^Copy it now because it can't be seen again\. Share it through a secure channel/,
    );
  expect(sent).toEqual([
    {
      accountId: expect.any(String),
      userId: owner.id,
      name: 'Night shift',
      scopes: { read: true },
      expires_at: '2099-12-31',
    },
  ]);
  await expect.element(row('Night shift')).toMatchTextContent(/Aaron Person.*read.*Active.*Dec 31, 2099/);
  await expect.element(banner().getByRole('button', { name: 'Copy API key' })).toHaveFocus();
  // The clipboard itself is shared with the tests that run in other tabs at this moment.
  const copy = vi.spyOn(navigator.clipboard, 'writeText');
  await userEvent.keyboard('{Enter}');
  await expect.element(banner().getByRole('status')).toHaveTextContent('Copied');
  const [rawKey = ''] = copy.mock.lastCall ?? [];
  expect(rawKey).toMatch(rawKeyPattern);
  await expectAccessible();
  expect(await works(rawKey)).toBe(true);
  await banner().getByRole('button', { name: 'Done' }).click();
  await expect.element(banner()).not.toBeInTheDocument();
  await expect.element(createButton()).toHaveFocus();
  expect(document.documentElement.outerHTML).not.toContain(rawKey);
});

test("users that couldn't be loaded are loaded by trying again, with the focus kept and what was typed", async () => {
  expectConsole(/The users to choose from couldn't be loaded/);
  const { owner } = await openKeysOf([], await listedPerson());
  const recover = interceptOperation('UserOptions', refuse('Not today.'));
  await reload();
  await createButton().click();
  await field('name').fill('Kept');
  const alert = dialog().getByRole('alert').filter({ hasText: 'users' });
  await expect.element(alert).toHaveTextContent("The users couldn't be loaded.");
  await expectAccessible();
  recover();
  await dialog().getByRole('button', { name: 'Try again' }).click();
  await expect.element(field('userId')).toHaveFocus();
  await expect.element(alert).not.toBeInTheDocument();
  await field('userId').selectOptions(owner.id);
  await expect.element(field('name')).toHaveValue('Kept');
  await submit().click();
  await expect.element(banner()).toBeVisible();
});

test('without a user, or a scope, nothing is sent and the dialog says why', async () => {
  const { owner } = await openDialog();
  const calls = countCalls('CreateKey');
  await field('name').fill('Kept');
  await submit().click();
  await expect.element(question('Select a user')).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(question('Select a user')).not.toBeInTheDocument();
  await expect.element(field('name')).toHaveValue('Kept');

  await field('userId').selectOptions(owner.id);
  await field('read').click();
  await field('write').click();
  await submit().click();
  await expect
    .element(dialog().getByRole('alert').filter({ hasText: 'scope' }))
    .toHaveTextContent('Choose at least one scope.');
  expect(calls.count).toBe(0);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(createButton()).toHaveFocus();
});

test('without an expiry date a key never expires', async () => {
  const { owner } = await openDialog();
  await field('userId').selectOptions(owner.id);
  await field('expires_at').fill('');
  await submit().click();
  await expect.element(banner()).toHaveAccessibleName('New API key of Aaron Person');
  await expect.element(row('Unnamed key')).toMatchTextContent(/Active\s*Never/);
});

test("the server's refusal is an alert; what was typed stays and can be mended", async () => {
  expectConsole(/The API key couldn't be created/);
  const { owner } = await openDialog();
  await field('userId').selectOptions(owner.id);
  await field('name').fill('Too much');
  await field('admin').click();
  await submit().click();
  const lacks = question("❌ The key's owner doesn't have the admin scope.");
  await expect.element(lacks).toBeVisible();
  await expectAccessible();
  await lacks.getByRole('button', { name: 'Close' }).click();
  await expect.element(field('userId')).toHaveValue(owner.id);
  await expect.element(field('name')).toHaveValue('Too much');
  await expect.element(field('admin')).toBeChecked();

  await field('admin').click();
  await field('expires_at').fill('2020-01-01');
  await submit().click();
  const past = question('❌ The expiry date has passed. Choose today or a later day.');
  await past.getByRole('button', { name: 'Close' }).click();
  await field('expires_at').fill('2099-12-31');
  await submit().click();
  await expect.element(row('Too much')).toBeVisible();
});

for (const { name, handle, message } of [
  ...callFailures.map((each) => ({ ...each, message: lost })),
  { name: 'the API refuses', handle: refuse('Not today.'), message: '❌ Not today.' },
]) {
  test(`if ${name}, an alert says so, and trying again makes it`, async () => {
    expectConsole(/The API key couldn't be created/);
    const { owner } = await openDialog();
    await field('userId').selectOptions(owner.id);
    const recover = interceptOperation('CreateKey', handle);
    await submit().click();
    await question(message).getByRole('button', { name: 'Close' }).click();
    await expect.element(field('userId')).toHaveValue(owner.id);
    recover();
    await submit().click();
    await expect.element(banner()).toBeVisible();
    await expect.element(rows()).toHaveLength(1);
  });
}

test("a key whose response was lost is in the list, so that it isn't made twice", async () => {
  expectConsole(/The API key couldn't be created/);
  const { owner } = await openDialog();
  await field('userId').selectOptions(owner.id);
  await field('name').fill('Ghost key');
  interceptOperation('CreateKey', loseResponse);
  await submit().click();
  await question(lost).getByRole('button', { name: 'Close' }).click();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(row('Ghost key')).toBeVisible();
});
