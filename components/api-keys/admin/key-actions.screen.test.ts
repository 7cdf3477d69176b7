import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { callFailures, interceptOperation, refuse } from '@/testing/screens/intercept-operation';
import { reload } from '@/testing/screens/open-screen';
import {
  act,
  banner,
  heading,
  menuOf,
  openRobot,
  question,
  row,
  rows,
  said,
  works,
} from '@/testing/screens/pages/admin-keys-page';
import { offersIn, rawKeyPattern } from '@/testing/screens/pages/keys';

const revoking = 'Revoke this API key?';
const rotating = 'Rotate this API key?';
const reactivating = 'Reactivate this API key?';
const deleting = 'Are you sure you want to permanently delete this key?';

const expectActions = (...actions: string[]) => expect.poll(() => offersIn(row('Robot'))).toEqual(actions);

test('a key is revoked, reactivated, revoked and deleted, each after a question that says what follows', async () => {
  const {
    key: { rawKey, apiKey },
  } = await openRobot();
  const confirm = (asked: string, action: string) =>
    question(asked).getByRole('button', { name: action }).click();

  await act('Robot', 'Revoke');
  await expect
    .element(question(revoking))
    .toHaveAccessibleDescription(
      `Robot ${apiKey.hint} of Pat Person, never used. Programs that use it stop working at once, and its open jobs are canceled. If you reactivate it, it works again, but those jobs don't come back.`,
    );
  await expect.element(question(revoking).getByRole('button', { name: 'Keep' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(question(revoking)).not.toBeInTheDocument();
  await expect.element(menuOf('Robot')).toHaveFocus();
  expect(await works(rawKey)).toBe(true);

  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await confirm(revoking, 'Revoke');
  await expect.element(said('API key revoked.')).toBeVisible();
  await expect.element(row('Robot')).toMatchTextContent(/Revoked\s*on /);
  await expect.element(menuOf('Robot')).toHaveFocus();
  expect(await works(rawKey)).toBe(false);
  await expectActions('Reactivate', 'Rename', 'Delete');

  await act('Robot', 'Reactivate');
  await expect
    .element(question(reactivating))
    .toMatchTextContent('Programs that have its secret can use it again at once.');
  await expectAccessible();
  await confirm(reactivating, 'Reactivate');
  await expect.element(said('API key reactivated.')).toBeVisible();
  await expectActions('Rotate', 'Edit scopes', 'Rename', 'Revoke');
  expect(await works(rawKey)).toBe(true);

  await act('Robot', 'Revoke');
  await confirm(revoking, 'Revoke');
  await expect.element(row('Robot')).toMatchTextContent('Revoked');
  await act('Robot', 'Delete');
  await expect
    .element(question(deleting))
    .toMatchTextContent(/It no longer works: it was revoked on \w+ \d+, \d{4}\./);
  await expectAccessible();
  await confirm(deleting, 'Delete');
  await expect.element(said('API key deleted.')).toBeVisible();
  await expect.element(rows()).toHaveLength(0);
  await expect.element(heading()).toHaveFocus();
});

test('a rotated key shows its new secret once; the old one ends', async () => {
  const { key } = await openRobot();
  await act('Robot', 'Rotate');
  await expect
    .element(question(rotating))
    .toMatchTextContent('The old secret stops working at once. The new one is shown once.');
  await expectAccessible();
  await question(rotating).getByRole('button', { name: 'Rotate' }).click();
  await expect.element(banner()).toHaveAccessibleName('Rotated API key of Pat Person: Robot');
  await expect.element(said('API key rotated.')).toBeVisible();
  await expect.element(banner().getByRole('button', { name: 'Copy API key' })).toHaveFocus();
  const rawKey = (banner().css('code').element() as HTMLElement).innerText;
  expect(rawKey).toMatch(rawKeyPattern);
  await expect.element(row(rawKey.slice(-4))).toBeVisible();
  expect([await works(key.rawKey), await works(rawKey)]).toEqual([false, true]);
  await reload();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(banner()).not.toBeInTheDocument();
});

for (const { name, handle, message } of [
  ...callFailures.map((each) => ({
    ...each,
    message: "The API key couldn't be revoked. Try again.",
  })),
  { name: 'the API refuses', handle: refuse('Not today.'), message: 'Not today.' },
]) {
  test(`if ${name}, the dialog says so, and it can be tried again`, async () => {
    expectConsole(/The API key couldn't be revoked/);
    await openRobot();
    const recover = interceptOperation('RevokeKey', handle);
    await act('Robot', 'Revoke');
    await question(revoking).getByRole('button', { name: 'Revoke' }).click();
    await expect.element(question(revoking).getByRole('alert')).toHaveTextContent(message);
    await expectAccessible();
    recover();
    await userEvent.keyboard('{Enter}');
    await expect.element(said('API key revoked.')).toBeVisible();
  });
}
