import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { rawKeyPattern } from '@/e2e/settings/api-keys-page';
import { act, banner, heading, openKeysOf, question, row, rows, said, works } from './api-keys-page';

const revoking = 'Revoke this API key?';
const rotating = 'Rotate this API key?';
const reactivating = 'Reactivate this API key?';
const deleting = 'Are you sure you want to permanently delete this key?';

test('a key is revoked, reactivated, revoked and deleted, each after a question that says what follows', async ({
  page,
}) => {
  const { keys } = await openKeysOf(page, ['Robot']);
  const [{ rawKey, apiKey } = { rawKey: '', apiKey: { hint: '' } }] = keys;
  const confirm = (asked: string, action: string) =>
    question(page, asked).getByRole('button', { name: action }).click();

  await act(page, 'Robot', 'Revoke').click();
  await expect(question(page, revoking)).toHaveAccessibleDescription(
    `Robot ${apiKey.hint} of Pat Person, never used. What uses it stops working at once. Reactivate brings it back.`,
  );
  await expect(question(page, revoking).getByRole('button', { name: 'Keep' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question(page, revoking)).toHaveCount(0);
  await expect(act(page, 'Robot', 'Revoke')).toBeFocused();
  expect(await works(page, rawKey)).toBe(true);

  await page.keyboard.press('Enter');
  await confirm(revoking, 'Revoke');
  await expect(said(page, 'API key revoked.')).toBeVisible();
  await expect(row(page, 'Robot')).toContainText(/Revoked\s*on /);
  await expect(heading(page)).toBeFocused();
  expect(await works(page, rawKey)).toBe(false);
  await expect(row(page, 'Robot').getByRole('button')).toHaveText([/^Reactivate/, /^Delete/]);

  await act(page, 'Robot', 'Reactivate').click();
  await expect(question(page, reactivating)).toContainText(
    'Whoever still has its secret can use it again at once.',
  );
  await expectAccessible(page);
  await confirm(reactivating, 'Reactivate');
  await expect(said(page, 'API key reactivated.')).toBeVisible();
  await expect(row(page, 'Robot').getByRole('button')).toHaveText([/^Revoke/, /^Rotate/, /^Edit/]);
  expect(await works(page, rawKey)).toBe(true);

  await act(page, 'Robot', 'Revoke').click();
  await confirm(revoking, 'Revoke');
  await act(page, 'Robot', 'Delete').click();
  await expect(question(page, deleting)).toContainText(/It works no more: revoked on \w+ \d+, \d{4}\./);
  await expectAccessible(page);
  await confirm(deleting, 'Delete');
  await expect(said(page, 'API key deleted.')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
});

test('a rotated key shows its new secret once; the old one ends', async ({ page }) => {
  const { keys } = await openKeysOf(page, ['Robot']);
  await act(page, 'Robot', 'Rotate').click();
  await expect(question(page, rotating)).toContainText(
    'The old secret stops working at once; the new one is shown once.',
  );
  await expectAccessible(page);
  await question(page, rotating).getByRole('button', { name: 'Rotate' }).click();
  await expect(banner(page)).toHaveAccessibleName('Rotated API key of Pat Person: Robot');
  await expect(said(page, 'API key rotated.')).toBeVisible();
  await expect(banner(page).getByRole('button', { name: 'Copy API key' })).toBeFocused();
  const rawKey = await banner(page).locator('code').innerText();
  expect(rawKey).toMatch(rawKeyPattern);
  await expect(row(page, rawKey.slice(-4))).toBeVisible();
  expect([await works(page, keys[0]?.rawKey ?? ''), await works(page, rawKey)]).toEqual([false, true]);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(banner(page)).toHaveCount(0);
});

for (const { name, console, handle, message } of [
  ...callFailures.map((each) => ({
    ...each,
    message: 'The API key could not be revoked. Please try again.',
  })),
  { name: 'the API refuses', console: [], handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`if ${name}, the dialog says so, and it can be tried again`, async ({ page, expectedConsole }) => {
    expectedConsole.push(...console, /The API key could not be revoked/);
    await openKeysOf(page, ['Robot']);
    const recover = await interceptOperation(page, 'RevokeKey', handle);
    await act(page, 'Robot', 'Revoke').click();
    await question(page, revoking).getByRole('button', { name: 'Revoke' }).click();
    await expect(question(page, revoking).getByRole('alert')).toHaveText(message);
    await expectAccessible(page);
    await recover();
    await page.keyboard.press('Enter');
    await expect(said(page, 'API key revoked.')).toBeVisible();
  });
}
