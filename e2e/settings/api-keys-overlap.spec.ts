import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { interceptOperation, refuse } from '@/e2e/intercept-operation';
import {
  banner,
  makeKey,
  oldSecret,
  openSettings,
  ownerOf,
  row,
  said,
  signInPerson,
  title,
} from './api-keys-page';

const asking = (page: Page) => page.getByRole('alertdialog', { name: 'Rotate this API key?' });
const ending = (page: Page) => page.getByRole('alertdialog', { name: 'End the old secret of this API key?' });
const act = (page: Page, action: string) =>
  row(page, 'Robot').getByRole('button', { name: new RegExp(`^${action} `) });
const endButton = (page: Page) =>
  oldSecret(page, 'Robot').getByRole('button', { name: /^End old secret now / });

/** Gives the key a new secret past the page, with a day of overlap. */
const rotate = (page: Page, id: string) =>
  ask(page, 'mutation Turn($id: ID!) { rotateAPIKey(id: $id, grace: 86400) { rawKey } }', { id });

test('users rotate their own keys: at once, or with an overlap if chosen', async ({ page }) => {
  await signInPerson(page);
  const { rawKey: first, apiKey } = await makeKey(page, 'Robot');
  await openSettings(page);
  await act(page, 'Rotate').click();
  await expect(asking(page)).toHaveAccessibleDescription(
    `Robot ${apiKey.hint}, never used. The old secret stops working at once; the new one is shown once.`,
  );
  await expect(asking(page).getByRole('button', { name: 'Keep' })).toBeFocused();
  await expect(asking(page).locator('select[name=grace]')).toHaveValue('0');
  await expectAccessible(page);
  await asking(page).getByRole('button', { name: 'Rotate' }).click();
  await expect(said(page, 'API key rotated.')).toBeVisible();
  await expect(banner(page)).toContainText('Your rotated API key: Robot');
  await expect(banner(page)).toContainText('The old one works no more: put this one in its place.');
  await expect(banner(page).getByRole('button', { name: 'Copy' })).toBeFocused();
  const second = await banner(page).locator('code').innerText();
  expect(await ownerOf(page, first)).toBeNull();
  await expect(endButton(page)).toHaveCount(0);

  await act(page, 'Rotate').click();
  await asking(page).getByLabel('Old secret stops working').selectOption('In 24 hours');
  await expect(asking(page)).toContainText('The old secret stops working in 24 hours;');
  await asking(page).getByRole('button', { name: 'Rotate' }).click();
  await expect(banner(page)).toHaveCount(1);
  await expect(banner(page)).toContainText(/The old one works until \w+ \d+, \d{4}, \d\d:\d\d UTC:/);
  const third = await banner(page).locator('code').innerText();
  expect(await ownerOf(page, second)).not.toBeNull();
  expect(await ownerOf(page, third)).not.toBeNull();
  await expect(oldSecret(page, 'Robot')).toContainText(`Old secret sy_live_…${second.slice(-4)} works until`);
  await page.setViewportSize({ width: 375, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await expectAccessible(page);
});

test('the page counts the calls with an old secret while it is shown, whatever fails meanwhile', async ({
  page,
}) => {
  await signInPerson(page);
  const { rawKey: old, apiKey } = await makeKey(page, 'Robot');
  await rotate(page, apiKey.id);
  await page.clock.install();
  await openSettings(page);
  await expect(oldSecret(page, 'Robot')).toContainText('no call with it since');
  await ownerOf(page, old);
  await page.clock.fastForward(15_000);
  await expect(oldSecret(page, 'Robot')).toContainText(/ · 1 call with it since, last \w+ \d+/);
  const recover = await interceptOperation(page, 'MyOverlapsNow', refuse('Not now.'));
  await ownerOf(page, old);
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/graphql'));
  await page.clock.fastForward(15_000);
  await refused;
  await expect(oldSecret(page, 'Robot')).toContainText('1 call with it since');
  await recover();
  await page.clock.fastForward(15_000);
  await expect(oldSecret(page, 'Robot')).toContainText('2 calls with it since');
});

test('an old secret ends after a question that says how much it is used; if that fails it can be tried again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The old secret could not be ended/);
  await signInPerson(page);
  const { rawKey: old, apiKey } = await makeKey(page, 'Robot');
  await rotate(page, apiKey.id);
  await ownerOf(page, old);
  await openSettings(page);
  await endButton(page).click();
  await expect(ending(page)).toHaveAccessibleDescription(
    new RegExp(
      `^Robot ${apiKey.hint}, 1 call with it since, last .*\\. What still uses it stops working at once;`,
    ),
  );
  await expect(ending(page).getByRole('button', { name: 'Keep' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(endButton(page)).toBeFocused();

  await page.keyboard.press('Enter');
  const recover = await interceptOperation(page, 'EndPreviousSecret', refuse('Not today.'));
  await ending(page).getByRole('button', { name: 'End old secret' }).click();
  await expect(ending(page).getByRole('alert')).toHaveText('Not today.');
  await recover();
  // Another person rotates it meanwhile: that secret is named before it ends.
  await rotate(page, apiKey.id);
  await page.keyboard.press('Enter');
  await expect(ending(page).getByRole('alert')).toContainText('This API key has changed since you read it.');
  await expect(ending(page)).toContainText('no call with it since');
  await page.keyboard.press('Enter');
  await expect(said(page, 'Old secret ended.')).toBeVisible();
  await expect(endButton(page)).toHaveCount(0);
  await expect(title(page)).toBeFocused();
  expect(await ownerOf(page, old)).toBeNull();
});

test('a rotation whose answer was lost says to look first; the list then has the new hint, and the old secret works no more', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The API key could not be rotated/);
  await signInPerson(page);
  const { rawKey, apiKey } = await makeKey(page, 'Robot');
  await openSettings(page);
  await interceptOperation(page, 'RotateKey', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await act(page, 'Rotate').click();
  await asking(page).getByRole('button', { name: 'Rotate' }).click();
  await expect(asking(page).getByRole('alert')).toHaveText(
    'The answer was lost: the key may have been rotated. Look at the list before trying again.',
  );
  await asking(page).getByRole('button', { name: 'Keep' }).click();
  await expect(row(page, 'Robot')).not.toContainText(apiKey.hint);
  expect(await ownerOf(page, rawKey)).toBeNull();
});
