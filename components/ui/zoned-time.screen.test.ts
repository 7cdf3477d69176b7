import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { chooseTimes } from '@/lib/format/times';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { moveToTimeZone } from '@/testing/screens/move-to-time-zone';
import { goto, reload, signIn } from '@/testing/screens/open-screen';
import { account, identity } from '@/testing/screens/pages/session-page';
import { focus } from '@/testing/screens/press';

const utc = /^\w{3} \d+, \d{4}, \d\d:\d\d UTC/;
const local = /^\w{3} \d+, \d{4}, \d\d:\d\d GMT\+13/;

const times = () => page.css('main table time[datetime]');
const note = () => page.getByRole('tooltip');

beforeEach(() => chooseTimes('utc'));

async function openSettings(): Promise<void> {
  await signIn('dev@acme.test');
  await goto('/dashboard/account');
  await expect.element(page.getByRole('table', { name: /API keys/ })).toBeVisible();
  await expect.element(times().first()).toMatchTextContent(utc);
}

async function choose(name: string): Promise<void> {
  await identity().click();
  await account().getByText(name, { exact: true }).click();
  await expect.element(account().getByRole('radio', { name })).toBeChecked();
  await userEvent.keyboard('{Escape}');
}

test("a time under the pointer shows the person's own, which Escape takes away", async () => {
  await moveToTimeZone('Pacific/Tongatapu');
  await openSettings();
  await times().first().hover();
  await expect.element(note()).toMatchTextContent(/^\w{3} \d+, \d{4}, \d\d:\d\d GMT\+13, your time$/);
  await expect.element(times().first()).toHaveAccessibleDescription(/GMT\+13, your time/);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(note()).not.toBeInTheDocument();
});

test('by keyboard, the times of a table are one stop, and arrow keys go through them', async () => {
  await moveToTimeZone('Pacific/Tongatapu');
  await openSettings();
  const table = page.getByRole('table', { name: /API keys/ });
  const stops = () => table.css('[data-time][tabindex="0"]');
  const all = table.css('[data-time]');
  await expect.element(stops()).toHaveLength(1);
  focus(stops());
  await expect.element(note()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(all.nth(1)).toHaveFocus();
  await expect.element(note()).toHaveLength(1);
  await expect.element(stops()).toHaveLength(1);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(all.first()).toHaveFocus();
});

test('a time among the details of an account is a stop of its own', async () => {
  await moveToTimeZone('Pacific/Tongatapu');
  await openSettings();
  const created = page.css('main dl [data-time]');
  await expect.element(created).toBeVisible();
  focus(created);
  await expect.element(note()).toMatchTextContent(/GMT\+13, your time$/);
});

test('the choice in the header turns every time around at once, and lasts', async () => {
  await moveToTimeZone('Pacific/Tongatapu');
  await openSettings();
  // Until all of its lists are there, times are added.
  await expect.poll(() => page.css('main [data-skeleton]').elements()).toEqual([]);
  const count = times().elements().length;
  await choose('Local');
  await expect.element(times().first()).toMatchTextContent(local);
  for (const time of times().elements()) expect(time.textContent).toMatch(local);
  expect(times().elements()).toHaveLength(count);
  await times().first().hover();
  await expect.element(note()).toMatchTextContent(/^\w{3} \d+, \d{4}, \d\d:\d\d UTC$/);
  await reload();
  await expect.element(times().first()).toMatchTextContent(local);
  await choose('UTC');
  await expect.element(times().first()).toMatchTextContent(utc);
});

test("another tab's choice is followed at once", async () => {
  await moveToTimeZone('Pacific/Tongatapu');
  await openSettings();
  localStorage.setItem(brand.timesKey, 'local');
  window.dispatchEvent(new StorageEvent('storage', { key: brand.timesKey }));
  await expect.element(times().first()).toMatchTextContent(local);
});

test('audit events follow the choice with their offset, days of usage stay UTC', async () => {
  await moveToTimeZone('Pacific/Tongatapu');
  await signIn('admin@acme.test');
  await goto('/dashboard/admin/usage');
  const days = () => page.css('[aria-label="Usage by day"] tbody tr:first-child th');
  await expect.element(days()).toBeVisible();
  const day = days().element().textContent;
  await choose('Local');
  expect(days().element().textContent).toBe(day);
  await goto('/dashboard/admin/audit-logs');
  await expect.element(times().first()).toMatchTextContent(/T\d\d:\d\d:\d\d\.\d{3}\+13:00$/);
});

test('where the own time is UTC, there is nothing to show besides, and no stop for it', async () => {
  await moveToTimeZone('UTC');
  await openSettings();
  await times().first().hover();
  await expect.element(page.css('[data-time], main time[tabindex]')).not.toBeInTheDocument();
  await expect.element(note()).not.toBeInTheDocument();
});
