import { expect, test } from 'vitest';
import { expectConsole } from '@/testing/screens/console-watch';
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
import { textsOf } from '@/testing/screens/pages/admin-page';

const revoking = 'Revoke this API key?';
const rotating = 'Rotate this API key?';
const reactivating = 'Reactivate this API key?';
const deleting = 'Are you sure you want to permanently delete this key?';
const changed =
  "This API key has changed since you read it. Your change wasn't saved. Review the latest version.";
const anotherSecret = /Meanwhile Secret became sy_live_…[\w-]{4}\.$/;

test('a key that another person has just rotated is not rotated unseen', async () => {
  expectConsole(/The API key couldn't be rotated/);
  const { key } = await openRobot();
  await act('Robot', 'Rotate').click();
  await doWith('rotateAPIKey', key);
  const rotate = question(rotating).getByRole('button', { name: 'Rotate' });
  await rotate.click();
  const alert = question(rotating).getByRole('alert');
  await expect.element(alert).toHaveTextContent(changed);
  await expect.element(alert).toHaveText(anotherSecret);
  await rotate.click();
  await expect.element(banner()).toBeVisible();
});

test('a key with another secret by now is neither revoked nor reactivated unseen', async () => {
  expectConsole(/The API key couldn't be revoked/, /The API key couldn't be reactivated/);
  const { key } = await openRobot();
  const meanwhile = async (...actions: string[]) => {
    for (const action of actions) await doWith(action, key);
  };
  const twice = async (asked: string, label: string) => {
    const button = question(asked).getByRole('button', { name: label });
    await button.click();
    const alert = question(asked).getByRole('alert');
    await expect.element(alert).toHaveTextContent(changed);
    await expect.element(alert).toHaveText(anotherSecret);
    await button.click();
  };
  await act('Robot', 'Revoke').click();
  await meanwhile('rotateAPIKey');
  await twice(revoking, 'Revoke');
  await expect.element(said('API key revoked.')).toBeVisible();
  await act('Robot', 'Reactivate').click();
  await meanwhile('reactivateAPIKey', 'rotateAPIKey', 'revokeAPIKey');
  await twice(reactivating, 'Reactivate');
  await expect.element(said('API key reactivated.')).toBeVisible();
});

test('what is gone already fails in the dialog, and the list is read again', async () => {
  expectConsole(/The API key couldn't be deleted/);
  const { keys } = await openKeysOf(['Robot', 'Other']);
  const [robot] = keys;
  if (robot) await doWith('revokeAPIKey', robot);
  await reload();
  await act('Robot', 'Delete').click();
  if (robot) await doWith('reactivateAPIKey', robot);
  await question(deleting).getByRole('button', { name: 'Delete' }).click();
  const alert = question(deleting).getByRole('alert');
  await expect.element(alert).toHaveTextContent(changed);
  await expect.element(alert).toHaveTextContent('Meanwhile Status became “Active”.');
  await question(deleting).getByRole('button', { name: 'Delete' }).click();
  await expect.element(alert).toHaveText('This key is active. Revoke it first.');
  await question(deleting).getByRole('button', { name: 'Keep' }).click();
  await expect
    .poll(() => textsOf(row('Robot').getByRole('button')))
    .toEqual([/^Revoke/, /^Rotate/, /^Edit/].map((action) => expect.stringMatching(action)));
});
