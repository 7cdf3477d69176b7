import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { interceptOperation, refuse } from '@/testing/screens/intercept-operation';
import { loseResponse } from '@/testing/screens/lose-response';
import { resize } from '@/testing/screens/open-screen';
import { rawKeyPattern } from '@/testing/screens/pages/keys';
import {
  banner,
  makeKey,
  oldSecret,
  openSettings,
  ownerOf,
  row,
  said,
  shownKeys,
  signInPerson,
  title,
} from '@/testing/screens/pages/my-keys-page';

const asking = page.getByRole('alertdialog', { name: 'Rotate this API key?' });
const ending = page.getByRole('alertdialog', { name: 'End the old secret of this API key?' });
const rotateButton = row('Robot').getByRole('button', { name: /^Rotate / });
const endButton = oldSecret('Robot').getByRole('button', { name: /^End old secret now / });

/** Gives the key a new secret past the page, with a day of overlap. */
const rotate = (id: string) =>
  ask('mutation Turn($id: ID!) { rotateAPIKey(id: $id, grace: 86400) { rawKey } }', { id });

test('users rotate their own keys: at once, or with an overlap if chosen', async () => {
  await signInPerson();
  const { rawKey: first, apiKey } = await makeKey('Robot');
  await openSettings();
  await rotateButton.click();
  await expect
    .element(asking)
    .toHaveAccessibleDescription(
      `Robot ${apiKey.hint}, never used. The old secret stops working at once. The new one is shown once.`,
    );
  await expect.element(asking.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await expect.element(asking.css('select[name=grace]')).toHaveValue('0');
  await expectAccessible();
  await asking.getByRole('button', { name: 'Rotate' }).click();
  await expect.element(said('API key rotated.')).toBeVisible();
  await expect.element(banner).toMatchTextContent('Your rotated API key: Robot');
  await expect
    .element(banner)
    .toMatchTextContent('The old secret has stopped working. Replace it with this one.');
  await expect.element(banner.getByRole('button', { name: 'Copy' })).toHaveFocus();
  const [second = ''] = shownKeys();
  expect(second).toMatch(rawKeyPattern);
  expect(await ownerOf(first)).toBeNull();
  await expect.element(endButton).not.toBeInTheDocument();

  await rotateButton.click();
  await asking.getByLabelText('Old secret stops working').selectOptions('In 24 hours');
  await expect.element(asking).toMatchTextContent('The old secret stops working in 24 hours.');
  await asking.getByRole('button', { name: 'Rotate' }).click();
  await expect.poll(shownKeys).not.toEqual([second]);
  await expect.element(banner).toHaveLength(1);
  await expect
    .element(banner)
    .toMatchTextContent(/The old secret works until \w+ \d+, \d{4}, \d\d:\d\d UTC\. Replace/);
  const [third = ''] = shownKeys();
  expect(await ownerOf(second)).not.toBeNull();
  expect(await ownerOf(third)).not.toBeNull();
  await expect
    .element(oldSecret('Robot'))
    .toMatchTextContent(`Old secret sy_live_…${second.slice(-4)} works until`);
  await resize(375, 900);
  expect(document.documentElement.scrollWidth - window.innerWidth).toBe(0);
  await expectAccessible();
});

test('the page counts the calls with an old secret while it is shown, even if other calls fail', async () => {
  await signInPerson();
  const { rawKey: old, apiKey } = await makeKey('Robot');
  await rotate(apiKey.id);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openSettings();
  await expect.element(oldSecret('Robot')).toMatchTextContent('no calls since then');
  await ownerOf(old);
  vi.advanceTimersByTime(15_000);
  await expect.element(oldSecret('Robot')).toMatchTextContent(/ · 1 call since then, last \w+ \d+/);
  let refused = 0;
  const recover = interceptOperation('MyOverlapsNow', (call) => {
    refused += 1;
    return refuse('Not now.')(call);
  });
  await ownerOf(old);
  vi.advanceTimersByTime(15_000);
  await expect.poll(() => refused).toBe(1);
  await expect.element(oldSecret('Robot')).toMatchTextContent('1 call since then');
  recover();
  vi.advanceTimersByTime(15_000);
  await expect.element(oldSecret('Robot')).toMatchTextContent('2 calls since then');
});

test('an old secret ends after a question that says how much it is used; if that fails it can be tried again', async () => {
  expectConsole(/The old secret couldn't be ended/);
  await signInPerson();
  const { rawKey: old, apiKey } = await makeKey('Robot');
  await rotate(apiKey.id);
  await ownerOf(old);
  await openSettings();
  await endButton.click();
  await expect
    .element(ending)
    .toHaveAccessibleDescription(
      new RegExp(
        `^Robot ${apiKey.hint}, 1 call since then, last .*\\. Programs that still use it stop working at once\\.`,
      ),
    );
  await expect.element(ending.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(endButton).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  const recover = interceptOperation('EndPreviousSecret', refuse('Not today.'));
  const confirm = ending.getByRole('button', { name: 'End old secret' });
  await confirm.click();
  await expect.element(ending.getByRole('alert')).toHaveTextContent('Not today.');
  await expect.element(confirm).toHaveFocus();
  recover();
  // Another person rotates it now: that secret is named before it ends.
  await rotate(apiKey.id);
  await userEvent.keyboard('{Enter}');
  await expect
    .element(ending.getByRole('alert'))
    .toMatchTextContent('This API key has changed since you read it.');
  await expect.element(ending).toMatchTextContent('no calls since then');
  await expect.element(confirm).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(said('Old secret ended.')).toBeVisible();
  await expect.element(endButton).not.toBeInTheDocument();
  await expect.element(title).toHaveFocus();
  expect(await ownerOf(old)).toBeNull();
});

test('a rotation whose response was lost says to look first; the list then has the new hint, and the old secret no longer works', async () => {
  expectConsole(/The API key couldn't be rotated/);
  await signInPerson();
  const { rawKey, apiKey } = await makeKey('Robot');
  await openSettings();
  interceptOperation('RotateKey', loseResponse);
  await rotateButton.click();
  await asking.getByRole('button', { name: 'Rotate' }).click();
  await expect
    .element(asking.getByRole('alert'))
    .toHaveTextContent(
      'The response was lost, so the key may have been rotated. Check the list before you try again.',
    );
  await asking.getByRole('button', { name: 'Keep' }).click();
  await expect.element(row('Robot')).not.toMatchTextContent(apiKey.hint);
  expect(await ownerOf(rawKey)).toBeNull();
});
