import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { interceptOperation, noNetwork, refuse } from '@/testing/screens/intercept-operation';
import { reload } from '@/testing/screens/open-screen';
import {
  act,
  banner,
  doWith,
  openKeysOf,
  openRobot,
  question,
  row,
  said,
} from '@/testing/screens/pages/admin-keys-page';

const revoking = 'Revoke this API key?';
const rotating = 'Rotate this API key?';
const reactivating = 'Reactivate this API key?';
const deleting = 'Are you sure you want to permanently delete this key?';
const changed =
  "This API key has changed since you read it. Your change wasn't saved. Review the latest version.";
const openDialog = () => page.css('[role=alertdialog]:not(:has(code)), [role=dialog]');
const anotherSecret = /Meanwhile Secret became sy_live_…[\w-]{4}\.$/;

test("a key that another person has just rotated isn't rotated again: the dialog closes and says so", async () => {
  expectConsole(/The API key couldn't be rotated/);
  const { key } = await openRobot();
  await act('Robot', 'Rotate');
  await doWith('rotateAPIKey', key);
  await question(rotating).getByRole('button', { name: 'Rotate' }).click();
  await expect.element(said('This API key was already rotated.')).toBeVisible();
  await expect.element(question(rotating)).not.toBeInTheDocument();
  await expect.element(banner()).not.toBeInTheDocument();
  await expect.element(row('Robot')).not.toMatchTextContent(key.apiKey.hint);
});

test('a key that another tab has deleted is gone from the list, which says so, whatever was to be done', async () => {
  expectConsole(/The API key couldn't be (revoked|rotated|renamed)/, /The scopes couldn't be saved/);
  const names = ['First', 'Second', 'Third', 'Fourth'];
  const { keys } = await openKeysOf(names);
  const attempts: [action: string, confirm: string][] = [
    ['Revoke', 'Revoke'],
    ['Rotate', 'Rotate'],
    ['Rename', 'Save'],
    ['Edit', 'Save'],
  ];
  for (const [index, [action, confirm]] of attempts.entries()) {
    const name = names[index] ?? '';
    const key = keys[index];
    await act(name, action);
    if (key) await doWith('revokeAPIKey', key);
    await ask('mutation Remove($id: ID!) { deleteAPIKey(id: $id) }', { id: key?.apiKey.id });
    await openDialog().getByRole('button', { name: confirm }).click();
    await expect.element(openDialog()).not.toBeInTheDocument();
    await expect.element(said('This API key was already deleted.')).toBeVisible();
    await expect.element(row(name)).not.toBeInTheDocument();
  }
});

test('a key that another tab has revoked or reactivated closes what is no longer possible, and says why', async () => {
  expectConsole(/The API key couldn't be (rotated|reactivated)/, /The scopes couldn't be saved/);
  const { key } = await openRobot();
  for (const [action, confirm] of [
    ['Rotate', 'Rotate'],
    ['Edit', 'Save'],
  ] as const) {
    await act('Robot', action);
    await doWith('revokeAPIKey', key);
    await openDialog().getByRole('button', { name: confirm }).click();
    await expect.element(said('This API key was already revoked.')).toBeVisible();
    await expect.element(openDialog()).not.toBeInTheDocument();
    await expect.element(row('Robot')).toMatchTextContent('Revoked');
    await doWith('reactivateAPIKey', key);
    await reload();
  }
  await doWith('revokeAPIKey', key);
  await reload();
  await act('Robot', 'Reactivate');
  await doWith('reactivateAPIKey', key);
  await question(reactivating).getByRole('button', { name: 'Reactivate' }).click();
  await expect.element(said('This API key was already reactivated.')).toBeVisible();
  await expect.element(row('Robot')).toMatchTextContent('Active');
});

test('a key with another secret by now is neither revoked nor reactivated unseen', async () => {
  expectConsole(/The API key couldn't be revoked/, /The API key couldn't be reactivated/);
  const { key } = await openRobot();
  const asAnotherAdmin = async (...actions: string[]) => {
    for (const action of actions) await doWith(action, key);
  };
  const twice = async (asked: string, label: string) => {
    const button = question(asked).getByRole('button', { name: label });
    await button.click();
    const alert = question(asked).getByRole('alert');
    await expect.element(alert).toMatchTextContent(changed);
    await expect.element(alert).toMatchTextContent(anotherSecret);
    await button.click();
  };
  await act('Robot', 'Revoke');
  await asAnotherAdmin('rotateAPIKey');
  await twice(revoking, 'Revoke');
  await expect.element(row('Robot')).toMatchTextContent('Revoked');
  await act('Robot', 'Reactivate');
  await asAnotherAdmin('reactivateAPIKey', 'rotateAPIKey', 'revokeAPIKey');
  await twice(reactivating, 'Reactivate');
  await expect.element(said('API key reactivated.')).toBeVisible();
});

test("a key that another admin has reactivated isn't deleted, and the list is read again", async () => {
  expectConsole(/The API key couldn't be deleted/);
  const { key } = await openRobot();
  await doWith('revokeAPIKey', key);
  await reload();
  await act('Robot', 'Delete');
  await doWith('reactivateAPIKey', key);
  await question(deleting).getByRole('button', { name: 'Delete' }).click();
  await expect.element(said('This API key was already reactivated.')).toBeVisible();
  await expect.element(question(deleting)).not.toBeInTheDocument();
  await expect.element(row('Robot')).toMatchTextContent('Active');
});

test("a look at the key that fails doesn't block what is to be done with it", async () => {
  expectConsole(/The API key couldn't be (revoked|read again)/);
  await openRobot();
  const [recover] = [
    interceptOperation('RevokeKey', refuse('Not today.')),
    interceptOperation('LatestKey', noNetwork),
  ];
  await act('Robot', 'Revoke');
  const revoke = question(revoking).getByRole('button', { name: 'Revoke' });
  await revoke.click();
  await expect.element(question(revoking).getByRole('alert')).toHaveTextContent('Not today.');
  recover();
  await revoke.click();
  await expect.element(said('API key revoked.')).toBeVisible();
});
