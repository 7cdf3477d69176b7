import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  interceptOperation,
  refuse,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { act, doWith, menuOf, openRobot, row, said } from '@/testing/screens/pages/admin-keys-page';

const dialog = () => page.getByRole('dialog', { name: 'Edit Scopes' });
const flag = (name: string) => dialog().css(`[name=${name}]`);
const save = () => dialog().getByRole('button', { name: 'Save' });
const alert = () => dialog().getByRole('alert');
const scopes = () => row('Robot').getByRole('cell').first();

beforeEach(() => expectConsole(/The scopes couldn't be saved/));

test('scopes are edited: only flags that are true are sent, and the list shows them', async () => {
  await openRobot();
  const sent = watchOperation('EditKeyScopes');
  await act('Robot', 'Edit');
  await expect.element(dialog()).toMatchTextContent(/Robot sy_live_….{4} of Pat Person, never used\./);
  await expect.element(dialog()).toMatchTextContent('If you remove Write, its open jobs are canceled');
  await expect.element(flag('read')).toBeChecked();
  await expect.element(flag('write')).toBeChecked();
  await expect.element(flag('admin')).not.toBeChecked();
  await expectAccessible();
  await flag('write').click();
  await save().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(said('Scopes saved.')).toBeVisible();
  expect(sent[0]?.scopes).toEqual({ read: true });
  await expect.element(scopes()).toHaveTextContent('read');
  await expect.element(menuOf('Robot')).toHaveFocus();

  await act('Robot', 'Edit');
  await flag('read').click();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(scopes()).toHaveTextContent('read');
});

test('no scopes, and a scope that the owner lacks, are refused in the dialog', async () => {
  await openRobot();
  await act('Robot', 'Edit');
  await flag('read').click();
  await flag('write').click();
  await save().click();
  await expect.element(alert()).toHaveTextContent('Choose at least one scope.');
  await flag('admin').click();
  await save().click();
  await expect.element(alert()).toHaveTextContent("The key's owner doesn't have the admin scope.");
  await expectAccessible();
  await expect.element(flag('admin')).toBeChecked();
});

test('a change by another admin is shown and kept; what was set here stays, and is saved next', async () => {
  const { key } = await openRobot();
  await act('Robot', 'Edit');
  await flag('write').click();
  await flag('write').click();
  await doWith('updateAPIKeyScopes', key, ', scopes: { read: true }');
  await flag('write').click();
  await flag('write').click();
  await save().click();
  await expect
    .element(alert())
    .toHaveTextContent(
      "This API key has changed since you read it. Your change wasn't saved. Review the latest version. Meanwhile Scopes became “read”.",
    );
  await expect.element(flag('write')).toBeChecked();
  await save().click();
  await expect.element(scopes()).toHaveTextContent('read, write');
});

for (const { name, handle, message } of [
  ...callFailures.map((each) => ({ ...each, message: "The scopes couldn't be saved. Try again." })),
  { name: 'the API refuses', handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`if ${name}, what was set stays, and saves when tried again`, async () => {
    await openRobot();
    await act('Robot', 'Edit');
    await flag('read').click();
    const recover = interceptOperation('EditKeyScopes', handle);
    await save().click();
    await expect.element(alert()).toHaveTextContent(message);
    await expect.element(flag('read')).not.toBeChecked();
    recover();
    await save().click();
    await expect.element(scopes()).toHaveTextContent('write');
  });
}
