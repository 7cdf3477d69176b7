import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { callFailures, interceptOperation, latch, refuse } from '@/testing/screens/intercept-operation';
import { actIn, menuIn } from '@/testing/screens/pages/keys';
import {
  banner,
  confirmation,
  createOnPage,
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
  await actIn(row(name), 'Delete');
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
        `^Used key ${used.apiKey.hint}, last used \\w+ \\d+, \\d{4}, \\d\\d:\\d\\d UTC \\((just now|1 minute ago)\\)\\. Programs that use it stop working at once, and its open jobs are canceled\\.$`,
      ),
    );
  await expect.element(confirmation.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(confirmation).not.toBeInTheDocument();
  await expect.element(menuIn(row('Used key'))).toHaveFocus();

  await askToDelete('Idle key');
  await expect.element(confirmation).toMatchTextContent(`Idle key ${apiKey.hint}, never used.`);
  await userEvent.keyboard('{Escape}');
  await expect.element(confirmation).not.toBeInTheDocument();
  await expect.element(rows).toHaveLength(2);
});

test("deleting a key that no longer works says why it doesn't work, and not that something stops", async () => {
  const { apiKey } = await makeKey('Old key');
  await ask('mutation Stop($id: ID!) { revokeAPIKey(id: $id) { id } }', { id: apiKey.id });
  await openSettings();
  await askToDelete('Old key');
  await expect
    .element(confirmation)
    .toMatchTextContent(/It no longer works: it was revoked on \w+ \d+, \d{4}\./);
  await expect.element(confirmation).not.toMatchTextContent('stop working');
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

test('the secret of a key that was just created goes with the key; the other secret stays', async () => {
  await openSettings();
  await createOnPage('Kept key');
  await createOnPage('Doomed key');
  await expect.element(banner).toHaveLength(2);
  await askToDelete('Doomed key');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect.element(said('API key deleted.')).toBeVisible();
  await expect.element(banner).toHaveLength(1);
  await expect.element(banner).toMatchTextContent('Kept key');
});

test('deleting is sent once by a double click', async () => {
  await makeKey('Doomed key');
  await openSettings();
  const { held, release } = latch();
  let sent = 0;
  interceptOperation('DeleteKey', async ({ send }) => {
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
    message: "The API key couldn't be deleted. Try again.",
  })),
  { name: 'the API refuses', handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`deleting fails in the dialog if ${name}, and can be tried again`, async () => {
    expectConsole(/The API key couldn't be deleted/);
    await makeKey('Doomed key');
    await openSettings();
    const recover = interceptOperation('DeleteKey', handle);
    await askToDelete('Doomed key');
    const confirm = confirmation.getByRole('button', { name: 'Delete' });
    await confirm.click();
    await expect.element(confirmation.getByRole('alert')).toHaveTextContent(message);
    await expect.element(confirm).toHaveFocus();
    await expectAccessible();
    recover();
    await userEvent.keyboard('{Enter}');
    await expect.element(said('API key deleted.')).toBeVisible();
    await expect.element(empty).toBeVisible();
  });
}

test('a key that is gone already closes the dialog, is missing from the list, and is said to be deleted', async () => {
  expectConsole(/The API key couldn't be deleted/);
  const { apiKey } = await makeKey('Doomed key');
  await openSettings();
  await askToDelete('Doomed key');
  await ask('mutation Remove($id: ID!) { deleteAPIKey(id: $id) }', { id: apiKey.id });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect.element(said('This API key was already deleted.')).toBeVisible();
  await expect.element(confirmation).not.toBeInTheDocument();
  await expect.element(empty).toBeVisible();
  await expect.element(title).toHaveFocus();
});
