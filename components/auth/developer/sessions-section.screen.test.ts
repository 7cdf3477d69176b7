import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  countCalls,
  holdOperation,
  interceptOperation,
  noNetwork,
  refuse,
} from '@/testing/screens/intercept-operation';
import { resize } from '@/testing/screens/open-screen';
import { isOpen, openWith, sessions } from '@/testing/screens/pages/sessions-page';
import { press } from '@/testing/screens/press';

const { section, title, rows, here, others, said, endAll, question } = sessions;

test('one is listed with device, last use, start and address; with no other there is nothing to end', async () => {
  const release = holdOperation('MySessions');
  await openWith(0);
  await expect.element(said('Loading sessions...')).toBeVisible();
  await expectAccessible();
  release();
  await expect.element(said('You are signed in nowhere else.')).toBeVisible();
  await expect.element(here.getByRole('rowheader')).toHaveTextContent('Chrome on LinuxThis device');
  const cells = here.getByRole('cell');
  await expect.element(cells).toHaveLength(4);
  await expect.element(cells.nth(0)).toMatchTextContent(/\d{4} (just now|1 minute ago)/);
  await expect.element(cells.nth(1)).toMatchTextContent(/\d{4} (just now|1 minute ago)/);
  await expect.element(cells.nth(2)).toHaveTextContent('127.0.0.1');
  await expect.element(cells.nth(3)).toHaveTextContent('Sign out of this device');
  await expect.element(endAll).not.toBeInTheDocument();
  await expectAccessible();
});

test('another session ends with one press, at once, and the focus stays in the section', async () => {
  const { tokens } = await openWith(2);
  await expect.element(rows.first()).toMatchTextContent('This device');
  await expect.element(said('3 sessions, this one first, then last used first')).toBeVisible();
  await press(others.first().getByRole('button', { name: 'End session' }), '{Enter}');
  await expect.element(said('The session on Chrome on Linux (127.0.0.1) has ended. It began ')).toBeVisible();
  await expect.element(rows).toHaveLength(2);
  await expect.element(title).toHaveFocus();
  const open = await Promise.all(tokens.map(isOpen));
  expect(open.toSorted()).toEqual([false, true]);
});

test("a double click ends one session, not also the next one, which takes the first one's place", async () => {
  const { tokens } = await openWith(2);
  await expect.element(rows).toHaveLength(3);
  const end = others.first().getByRole('button', { name: 'End session' });
  await end.click();
  await expect.element(rows).toHaveLength(2);
  const ends = countCalls('EndSession');
  // A browser's second press: a click that counts as the second.
  end.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }));
  const open = await Promise.all(tokens.map(isOpen));
  expect(open.toSorted()).toEqual([false, true]);
  expect(ends.count).toBe(0);
});

test('of many, the three last used are shown, this one first, until all are asked for', async () => {
  await openWith(4);
  const all = section.getByRole('button', { name: 'Show all 5 sessions' });
  const fewer = section.getByRole('button', { name: 'Show fewer sessions' });
  await expect.element(rows).toHaveLength(3);
  await expect.element(rows.first()).toMatchTextContent('This device');
  await expect.element(all).toHaveAttribute('aria-expanded', 'false');
  await press(all, '{Enter}');
  await expect.element(rows).toHaveLength(5);
  await expect.element(rows.nth(3)).toHaveFocus();
  await expect.element(fewer).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible();
  await press(fewer, '{Enter}');
  await expect.element(rows).toHaveLength(3);
  await expect.element(all).toHaveFocus();
});

test('all others end after a question that says what keeps working', async () => {
  const { tokens } = await openWith(2);
  await endAll.click();
  await expect
    .element(question)
    .toHaveAccessibleDescription('You stay signed in here only. API keys keep working.');
  await expect.element(question.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(endAll).toHaveFocus();
  expect(await Promise.all(tokens.map(isOpen))).toEqual([true, true]);

  await userEvent.keyboard('{Enter}');
  await question.getByRole('button', { name: 'End sessions' }).click();
  await expect.element(said('2 other sessions have ended.')).toBeVisible();
  await expect.element(said('You are signed in nowhere else.')).toBeVisible();
  await expect.element(title).toHaveFocus();
  expect(await Promise.all(tokens.map(isOpen))).toEqual([false, false]);
});

test('signing out of this device leaves the page as the header does', async () => {
  await openWith(0);
  const token = localStorage.getItem(brand.sessionKey) ?? '';
  await here.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => location.pathname).toBe('/');
  await expect.element(page.getByRole('dialog', { name: 'Sign in' })).not.toBeInTheDocument();
  expect(localStorage.getItem(brand.sessionKey)).toBeNull();
  await expect.poll(() => isOpen(token)).toBe(false);
});

test('a new password clears the list of the sessions that it ended', async () => {
  await openWith(1);
  await expect.element(rows).toHaveLength(2);
  await page.css('[name=password]').fill('a brand new secret');
  await page.css('[name=confirm_password]').fill('a brand new secret');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect.element(rows).toHaveLength(1);
});

test('fits narrow pages, with every fact named', async () => {
  await openWith(1);
  await expect.element(rows).toHaveLength(2);
  for (const width of [360, 375, 768, 1440]) {
    await resize(width, 900);
    const button = others.getByRole('button');
    button.element().scrollIntoView({ block: 'center' });
    await expect.element(button).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
  }
  await resize(375, 900);
  await expectAccessible();
});

test("if the list can't be read it says so, and tries again", async () => {
  expectConsole(/The sessions couldn't be loaded/);
  const recover = interceptOperation('MySessions', noNetwork);
  await openWith(0);
  await expect.element(section.getByRole('alert')).toHaveTextContent("Sessions couldn't be loaded.");
  await expectAccessible();
  recover();
  await press(section.getByRole('button', { name: 'Try again' }), '{Enter}');
  await expect.element(rows).toHaveLength(1);
  await expect.element(title).toHaveFocus();
});

test('if ending fails, the page says so, and the list is read again', async () => {
  expectConsole(/The session couldn't be ended/, /The other sessions couldn't be ended/);
  const { tokens } = await openWith(1);
  const recover = interceptOperation('EndSession', refuse('Not today.'));
  await others.getByRole('button', { name: 'End session' }).click();
  await expect.element(section.getByRole('alert')).toHaveTextContent('Not today.');
  recover();
  interceptOperation('EndOtherSessions', refuse('Not that either.'));
  await endAll.click();
  await question.getByRole('button', { name: 'End sessions' }).click();
  await expect.element(question.getByRole('alert')).toHaveTextContent('Not that either.');
  await question.getByRole('button', { name: 'Keep' }).click();
  expect(await isOpen(tokens[0])).toBe(true);
  // Another browser ends the session.
  await ask('mutation { signOut }', {}, tokens[0]);
  await others.getByRole('button', { name: 'End session' }).click();
  await expect.element(section.getByRole('alert')).toHaveTextContent('Session not found.');
  await expect.element(rows).toHaveLength(1);
});
