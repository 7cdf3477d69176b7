import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { formatDate } from '@/lib/format/date';
import { chooseTimes, type Times } from '@/lib/format/stored-choice';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { moveToTimeZone } from '@/testing/screens/move-to-time-zone';
import { goto, reload, signIn } from '@/testing/screens/open-screen';
import { account, identity } from '@/testing/screens/pages/session-page';
import { focus } from '@/testing/screens/press';

const utc = String.raw`\w{3} \d+, \d{4}, \d\d:\d\d UTC`;
const local = String.raw`\w{3} \d+, \d{4}, \d\d:\d\d GMT\+13`;

const times = () => page.css('main table time[datetime]');
const note = () => page.getByRole('tooltip');

beforeEach(() => chooseTimes('utc'));

async function openSettings(): Promise<void> {
  await signIn('dev@acme.test');
  await goto('/dashboard/account');
  await expect.element(page.getByRole('table', { name: /API keys/ })).toBeVisible();
  await expect.element(times().first()).toBeVisible();
}

/** The days of the lists' times are those of UTC, or of the person. */
const expectDays = (shown: Times) =>
  expect
    .poll(() =>
      times()
        .elements()
        .filter((time) => {
          const day = formatDate(String(Date.parse(time.getAttribute('datetime') ?? '')), shown);
          return !time.textContent?.startsWith(`${day} `);
        }),
    )
    .toEqual([]);

async function choose(name: string): Promise<void> {
  await identity().click();
  await account().getByText(name, { exact: true }).click();
  await expect.element(account().getByRole('radio', { name })).toBeChecked();
  await userEvent.keyboard('{Escape}');
}

test("a time under the pointer is shown whole, with the person's own, until Escape", async () => {
  await moveToTimeZone('Pacific/Tongatapu');
  await openSettings();
  await times().first().hover();
  await expect.element(note()).toMatchTextContent(new RegExp(`^${utc} ?${local}, your time$`));
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
  await expectDays('utc');
  await choose('Local');
  await expectDays('local');
  expect(times().elements()).toHaveLength(count);
  await times().first().hover();
  await expect.element(note()).toMatchTextContent(new RegExp(`^${local} ?${utc}$`));
  await reload();
  await expect.element(times().first()).toBeVisible();
  await expectDays('local');
  await choose('UTC');
  await expectDays('utc');
});

test("another tab's choice is followed at once", async () => {
  await moveToTimeZone('Pacific/Tongatapu');
  await openSettings();
  localStorage.setItem(brand.timesKey, 'local');
  window.dispatchEvent(new StorageEvent('storage', { key: brand.timesKey }));
  await expectDays('local');
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

test('if the own time is UTC, a time is complete in one line, and a complete time has no note', async () => {
  await moveToTimeZone('UTC');
  await openSettings();
  await times().first().hover();
  await expect.element(note()).toMatchTextContent(new RegExp(`^${utc}$`));
  await expect.element(page.css('main dl time').first()).toBeVisible();
  await expect.element(page.css('main dl [data-time], main dl time[tabindex]')).not.toBeInTheDocument();
});
