import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, requestToken, signIn, storedToken, test } from '@/e2e/fixtures';
import {
  callFailures,
  countCalls,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/e2e/intercept-operation';
import { createPerson } from '@/e2e/person';
import { account, dialogOf, expectLedOut, returnToTab } from '@/e2e/session/session-page';

const section = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' });
const title = (page: Page) => section(page).getByRole('heading', { name: 'Where you are signed in' });
const rows = (page: Page) => section(page).locator('tbody tr');
const here = (page: Page) => rows(page).filter({ hasText: 'This device' });
const others = (page: Page) => rows(page).filter({ hasNotText: 'This device' });
const said = (page: Page, text: string) => section(page).getByRole('status').filter({ hasText: text });
const endAll = (page: Page) => section(page).getByRole('button', { name: 'End all other sessions' });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'End all other sessions?' });

/** A user who is signed in on the page and, with so many tokens, elsewhere. */
async function openWith(page: Page, elsewhere: number) {
  const person = await createPerson(page);
  const tokens: string[] = [];
  for (let count = 0; count < elsewhere; count += 1) tokens.push(await requestToken(page, person.email));
  await signIn(page, person.email);
  await page.goto('/dashboard/account');
  await expect(title(page)).toBeVisible();
  return { person, tokens };
}

const isOpen = async (page: Page, token: string) =>
  (await ask<{ me: object | null }>(page, '{ me { id } }', {}, token)).me !== null;

test('one is listed with device, last use, start and address; with no other there is nothing to end', async ({
  page,
}) => {
  const release = await holdOperation(page, 'MySessions');
  await openWith(page, 0);
  await expect(said(page, 'Loading sessions...')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(said(page, 'You are signed in nowhere else.')).toBeVisible();
  await expect(here(page).getByRole('rowheader')).toHaveText('Chrome on LinuxThis device');
  await expect(here(page).getByRole('cell')).toHaveText([
    /UTC.*(just now|1 minute ago)/,
    /UTC.*(just now|1 minute ago)/,
    '127.0.0.1',
    'Sign out of this device',
  ]);
  await expect(endAll(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('another session ends with one press, at once, and the focus stays in the section', async ({ page }) => {
  const { tokens } = await openWith(page, 2);
  await expect(rows(page).first()).toContainText('This device');
  await expect(said(page, '3 sessions, this one first, then last used first')).toBeVisible();
  await others(page).first().getByRole('button', { name: 'End session' }).focus();
  await page.keyboard.press('Enter');
  await expect(said(page, 'The session on Chrome on Linux (127.0.0.1) has ended. It began ')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(title(page)).toBeFocused();
  const open = await Promise.all(tokens.map((token) => isOpen(page, token)));
  expect(open.toSorted()).toEqual([false, true]);
});

test("a double click ends one session, not also the next one, which takes the first one's place", async ({
  page,
}) => {
  const { tokens } = await openWith(page, 2);
  await expect(rows(page)).toHaveCount(3);
  const end = others(page).first().getByRole('button', { name: 'End session' });
  await end.scrollIntoViewIfNeeded();
  const box = await end.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.up();
  await expect(rows(page)).toHaveCount(2);
  const next = await others(page).first().getByRole('button', { name: 'End session' }).boundingBox();
  // The message about the first session is above the list.
  await page.mouse.move((next?.x ?? 0) + 20, (next?.y ?? 0) + 10);
  const ends = countCalls(page, 'EndSession');
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  const open = await Promise.all(tokens.map((token) => isOpen(page, token)));
  expect(open.toSorted()).toEqual([false, true]);
  expect(ends.count).toBe(0);
});

test('all others end after a question, and another browser with one leaves the page', async ({
  page,
  browser,
}) => {
  const { person, tokens } = await openWith(page, 1);
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, person.email);
  await other.goto('/dashboard');
  await expect(account(other)).toBeVisible();

  await page.reload();
  await endAll(page).click();
  await expect(question(page)).toHaveAccessibleDescription(
    'You stay signed in here only. API keys go on working.',
  );
  await expect(question(page).getByRole('button', { name: 'Keep' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(endAll(page)).toBeFocused();
  expect(await isOpen(page, tokens[0] ?? '')).toBe(true);

  await endAll(page).press('Enter');
  await question(page).getByRole('button', { name: 'End sessions' }).click();
  await expect(said(page, '2 other sessions have ended.')).toBeVisible();
  await expect(said(page, 'You are signed in nowhere else.')).toBeVisible();
  await expect(title(page)).toBeFocused();
  expect(await isOpen(page, tokens[0] ?? '')).toBe(false);
  await returnToTab(other);
  await expectLedOut(other);
  await context.close();
});

test('signing out of this device leaves the page as the header does', async ({ page }) => {
  await openWith(page, 0);
  const token = (await storedToken(page)) ?? '';
  await here(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await storedToken(page)).toBeNull();
  await expect.poll(() => isOpen(page, token)).toBe(false);
});

test('a new password clears the list of the sessions that it ended', async ({ page }) => {
  await openWith(page, 1);
  await expect(rows(page)).toHaveCount(2);
  await page.locator('[name=password]').fill('a brand new secret');
  await page.locator('[name=confirm_password]').fill('a brand new secret');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('fits narrow pages, with every fact named', async ({ page }) => {
  await openWith(page, 1);
  await expect(rows(page)).toHaveCount(2);
  for (const width of [360, 375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const button = others(page).getByRole('button');
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 375, height: 900 });
  await expectAccessible(page);
});

test('if the list cannot be read it says so, and tries again', async ({ page, expectedConsole }) => {
  expectedConsole.push(...callFailures[0].console, /The sessions could not be loaded/);
  const recover = await interceptOperation(page, 'MySessions', callFailures[0].handle);
  await openWith(page, 0);
  await expect(section(page).getByRole('alert')).toHaveText('Sessions could not be loaded.');
  await expectAccessible(page);
  await recover();
  await section(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(title(page)).toBeFocused();
});

test('if ending fails, the page says so, and the list is read again', async ({ page, expectedConsole }) => {
  expectedConsole.push(/The session could not be ended/, /The other sessions could not be ended/);
  const { tokens } = await openWith(page, 1);
  const recover = await interceptOperation(page, 'EndSession', refuse('Not today.'));
  await others(page).getByRole('button', { name: 'End session' }).click();
  await expect(section(page).getByRole('alert')).toHaveText('Not today.');
  await recover();
  await interceptOperation(page, 'EndOtherSessions', refuse('Not that either.'));
  await endAll(page).click();
  await question(page).getByRole('button', { name: 'End sessions' }).click();
  await expect(question(page).getByRole('alert')).toHaveText('Not that either.');
  await question(page).getByRole('button', { name: 'Keep' }).click();
  expect(await isOpen(page, tokens[0] ?? '')).toBe(true);
  // Ended elsewhere meanwhile.
  await ask(page, 'mutation { signOut }', {}, tokens[0]);
  await others(page).getByRole('button', { name: 'End session' }).click();
  await expect(section(page).getByRole('alert')).toHaveText('Session not found.');
  await expect(rows(page)).toHaveCount(1);
});
