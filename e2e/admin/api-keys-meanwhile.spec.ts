import { expect, test } from '@/e2e/fixtures';
import { act, banner, doWith, openKeysOf, question, row, said } from './api-keys-page';

const revoking = 'Revoke this API key?';
const rotating = 'Rotate this API key?';
const reactivating = 'Reactivate this API key?';
const deleting = 'Are you sure you want to permanently delete this key?';
const changed = 'This API key has changed since you read it. Nothing was saved; look at it again.';

test('a key that another person has just rotated is not rotated unseen', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The API key could not be rotated/);
  const { keys } = await openKeysOf(page, ['Robot']);
  await act(page, 'Robot', 'Rotate').click();
  if (keys[0]) await doWith(page, 'rotateAPIKey', keys[0]);
  const rotate = question(page, rotating).getByRole('button', { name: 'Rotate' });
  await rotate.click();
  const alert = question(page, rotating).getByRole('alert');
  await expect(alert).toContainText(changed);
  await expect(alert).toContainText(/Meanwhile Secret became sy_live_…[\w-]{4}\.$/);
  await rotate.click();
  await expect(banner(page)).toBeVisible();
});

test('a key with another secret by now is neither revoked nor reactivated unseen', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The API key could not be revoked/, /The API key could not be reactivated/);
  const { keys } = await openKeysOf(page, ['Robot']);
  const meanwhile = async (...actions: string[]) => {
    for (const action of actions) if (keys[0]) await doWith(page, action, keys[0]);
  };
  const twice = async (asked: string, label: string) => {
    const button = question(page, asked).getByRole('button', { name: label });
    await button.click();
    const alert = question(page, asked).getByRole('alert');
    await expect(alert).toContainText(changed);
    await expect(alert).toContainText(/Meanwhile Secret became sy_live_…[\w-]{4}\.$/);
    await button.click();
  };
  await act(page, 'Robot', 'Revoke').click();
  await meanwhile('rotateAPIKey');
  await twice(revoking, 'Revoke');
  await expect(said(page, 'API key revoked.')).toBeVisible();
  await act(page, 'Robot', 'Reactivate').click();
  await meanwhile('reactivateAPIKey', 'rotateAPIKey', 'revokeAPIKey');
  await twice(reactivating, 'Reactivate');
  await expect(said(page, 'API key reactivated.')).toBeVisible();
});

test('what is gone already fails in the dialog, and the list is read again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The API key could not be deleted/);
  const { keys } = await openKeysOf(page, ['Robot', 'Other']);
  const [robot] = keys;
  if (robot) await doWith(page, 'revokeAPIKey', robot);
  await page.reload();
  await act(page, 'Robot', 'Delete').click();
  if (robot) await doWith(page, 'reactivateAPIKey', robot);
  await question(page, deleting).getByRole('button', { name: 'Delete' }).click();
  const alert = question(page, deleting).getByRole('alert');
  await expect(alert).toContainText(changed);
  await expect(alert).toContainText('Meanwhile Status became “Active”.');
  await question(page, deleting).getByRole('button', { name: 'Delete' }).click();
  await expect(alert).toHaveText('This key is active. Revoke it first.');
  await question(page, deleting).getByRole('button', { name: 'Keep' }).click();
  await expect(row(page, 'Robot').getByRole('button')).toHaveText([/^Revoke/, /^Rotate/, /^Edit/]);
});
