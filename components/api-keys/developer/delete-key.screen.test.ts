import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { callFailures, interceptOperation, latch, refuse } from '@/testing/screens/intercept-operation';
import {
  confirmation,
  empty,
  makeKey,
  openSettings,
  ownerOf,
  row,
  rows,
  said,
  signInPerson,
  title,
} from '@/testing/screens/pages/my-keys-page';

beforeEach(() => signInPerson());

async function askToDelete(name: string) {
  await row(name).getByRole('button', { name: 'Delete' }).click();
  await expect.element(confirmation).toBeVisible();
}

test('deleting asks first, naming the key and its last use; Keep keeps it', async () => {
  const { apiKey } = await makeKey('Idle key');
  const used = await makeKey('Used key');
  await ownerOf(used.rawKey);
  await openSettings();
  await askToDelete('Used key');
  await expect
    .element(confirmation)
    .toHaveAccessibleDescription(
      new RegExp(
        `^Used key ${used.apiKey.hint}, last used \\w+ \\d+, \\d{4}, \\d\\d:\\d\\d UTC \\((just now|1 minute ago)\\)\\. Programs that use it stop working at once\\.$`,
      ),
    );
  await expect.element(confirmation.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(confirmation).not.toBeInTheDocument();
  await expect.element(row('Used key').getByRole('button', { name: 'Delete' })).toHaveFocus();

  await askToDelete('Idle key');
  await expect.element(confirmation).toHaveTextContent(`Idle key ${apiKey.hint}, never used.`);
  await userEvent.keyboard('{Escape}');
  await expect.element(confirmation).not.toBeInTheDocument();
  await expect.element(rows).toHaveLength(2);
});

test('deleting says of a key that works no more why that is, and not that something stops', async () => {
  const { apiKey } = await makeKey('Old key');
  await ask('mutation Stop($id: ID!) { revokeAPIKey(id: $id) { id } }', { id: apiKey.id });
  await openSettings();
  await askToDelete('Old key');
  await expect
    .element(confirmation)
    .toHaveTextContent(/It no longer works: it was revoked on \w+ \d+, \d{4}\./);
  await expect.element(confirmation).not.toHaveTextContent('stop working');
});

test('deleting ends the key at once, and says so', async () => {
  const { rawKey } = await makeKey('Doomed key');
  await makeKey('Other key');
  expect(await ownerOf(rawKey)).not.toBeNull();
  await openSettings();
  await askToDelete('Doomed key');
  await expect.element(confirmation.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(confirmation.getByRole('button', { name: 'Delete' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(said('API key deleted.')).toBeVisible();
  await expect.element(row('Doomed key')).not.toBeInTheDocument();
  await expect.element(rows).toHaveLength(1);
  await expect.element(title).toHaveFocus();
  await expectAccessible();
  expect(await ownerOf(rawKey)).toBeNull();

  await askToDelete('Other key');
  await expect.element(page.getByText('API key deleted.')).not.toBeInTheDocument();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect.element(empty).toBeVisible();
  await expect.element(title).toHaveFocus();
});

test('deleting is sent once by a double click', async () => {
  await makeKey('Doomed key');
  await openSettings();
  const { held, release } = latch();
  let sent = 0;
  interceptOperation('DeleteMyApiKey', async ({ send }) => {
    sent += 1;
    await held;
    return send();
  });
  await askToDelete('Doomed key');
  const confirm = confirmation.getByRole('button', { name: 'Delete' });
  await confirm.dblClick();
  await expect.element(confirm).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(confirmation).toBeVisible();
  release();
  await expect.element(empty).toBeVisible();
  expect(sent).toBe(1);
});

for (const { name, handle, message } of [
  ...callFailures.map((each) => ({
    ...each,
    message: "The API key couldn't be deleted. Please try again.",
  })),
  { name: 'the API refuses', handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`deleting fails in the dialog if ${name}, and can be tried again`, async () => {
    expectConsole(/The API key couldn't be deleted/);
    await makeKey('Doomed key');
    await openSettings();
    const recover = interceptOperation('DeleteMyApiKey', handle);
    await askToDelete('Doomed key');
    const confirm = confirmation.getByRole('button', { name: 'Delete' });
    await confirm.click();
    await expect.element(confirmation.getByRole('alert')).toHaveText(message);
    await expect.element(confirm).toHaveFocus();
    await expectAccessible();
    recover();
    await userEvent.keyboard('{Enter}');
    await expect.element(said('API key deleted.')).toBeVisible();
    await expect.element(empty).toBeVisible();
  });
}

test('a key that is gone already is missing from the list once the dialog closes', async () => {
  expectConsole(/The API key couldn't be deleted/);
  const { apiKey } = await makeKey('Doomed key');
  await openSettings();
  await askToDelete('Doomed key');
  await ask('mutation Remove($id: ID!) { deleteAPIKey(id: $id) }', { id: apiKey.id });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect.element(confirmation.getByRole('alert')).toHaveText('API key not found.');
  await confirmation.getByRole('button', { name: 'Keep' }).click();
  await expect.element(empty).toBeVisible();
  await expect.element(title).toHaveFocus();
});
