import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  countCalls,
  holdOperation,
  interceptOperation,
  latch,
  refuse,
} from '@/testing/screens/intercept-operation';
import { goto, reload, resize, signIn } from '@/testing/screens/open-screen';
import { region, sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { line, openDashboard, openTable, usageOver } from '@/testing/screens/pages/dashboard-page';
import { daysAgo, range, savedCsv } from '@/testing/screens/pages/usage-page';

const custom = { from: daysAgo(70), to: daysAgo(40) };
const pressed = () => range().css('[aria-pressed=true]');
const address = () => window.location.pathname + window.location.search;
const expectAddress = (expected: string) => expect.poll(address).toBe(expected);
const field = (name: 'from' | 'to') => page.css(`[name=${name}]`);
const choose = (name: string) => range().getByRole('button', { name }).click();
const apply = () => page.getByRole('button', { name: 'Apply' }).click();

test('the range is in the address: a link shares it, it survives a reload, and Back undoes it', async () => {
  await openDashboard();
  await expect.element(pressed()).toHaveTextContent('30 days');
  await choose('7 days');
  await expectAddress('/dashboard?days=7');
  await expect.element(page.getByText(/^7 days, .* \(UTC\), today so far included\.$/)).toBeVisible();
  await reload();
  await expect.element(pressed()).toHaveTextContent('7 days');
  await expect.element(page.getByText(/^7 days, /)).toBeVisible();
  await choose('30 days');
  await expectAddress('/dashboard');
  window.history.back();
  await expectAddress('/dashboard?days=7');
  await expect.element(page.getByText(/^7 days, /)).toBeVisible();
});

test('a double press on a range is one step of the history', async () => {
  await openDashboard();
  // The length of the history ends at 50, which other tests may have reached.
  const pushState = vi.spyOn(window.history, 'pushState');
  await range().getByRole('button', { name: '7 days' }).dblClick();
  await expect.element(page.getByText(/^7 days, /)).toBeVisible();
  expect(pushState).toHaveBeenCalledTimes(1);
});

test('at 400 % zoom, which is 320 px, nothing scrolls sideways', async () => {
  await resize(320, 700);
  await openDashboard('?days=90');
  expect(document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
});

test('a range of one day says that it is one day', async () => {
  const day = daysAgo(40);
  await openDashboard(`?from=${day}&to=${day}`);
  await expect.element(page.getByText(/^1 day, /)).toBeVisible();
  const table = await openTable('Execution Trends');
  await expect.element(table.css('tbody tr')).toHaveLength(1);
});

for (const search of [
  '?days=8',
  '?from=2026-02-30&to=2026-03-01',
  '?from=2026-03-02&to=2026-03-01',
  '?to=x',
]) {
  test(`an address without a valid range, ${search}, gets a message and the last 30 days`, async () => {
    await openDashboard(search);
    await expect
      .element(page.getByText("The range in the address can't be shown. These are the last 30 days."))
      .toBeVisible();
    await expect.element(page.getByText(/^30 days, /)).toBeVisible();
    await expectAccessible();
  });
}

describe('a custom range', () => {
  beforeEach(async () => {
    await openDashboard();
    await choose('Custom');
  });

  test('fits a phone: both dates next to each other, and the button below them, as wide as the page', async () => {
    for (const width of [360, 375]) {
      await resize(width, 700);
      const [from, to, apply] = [field('from'), field('to'), page.getByRole('button', { name: 'Apply' })].map(
        (part) => part.element().getBoundingClientRect(),
      );
      if (!from || !to || !apply) throw new Error('A part is missing.');
      expect([to.top, to.right]).toEqual([from.top, width - from.left]);
      expect([apply.left, apply.right, apply.top > from.bottom]).toEqual([from.left, to.right, true]);
      for (const part of ['from', 'to'] as const) {
        const { scrollWidth, clientWidth } = field(part).element();
        expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
      }
      expect(sidewaysScroll()).toBeLessThanOrEqual(0);
    }
  });

  test('starts from the days that are shown, and is chosen by keyboard', async () => {
    const { stats } = await usageOver({ days: 30 });
    await expect.element(field('from')).toHaveValue(stats.from);
    await expect.element(field('to')).toHaveValue(stats.to);
    await expectAccessible();
    await field('from').fill(custom.from);
    await field('to').fill(custom.to);
    await userEvent.keyboard('{Enter}');
    await expectAddress(`/dashboard?from=${custom.from}&to=${custom.to}`);
    await expect.element(pressed()).toHaveTextContent('Custom');
    await expect.element(page.getByText(/^31 days, .* \(UTC\)\.$/)).toBeVisible();
  });

  for (const [name, days, problem, at] of [
    ['backwards', ['2026-10-02', '2026-10-01'], 'A range starts on or before the day it ends.', 'from'],
    ['too long', ['2020-01-01', '2026-10-01'], 'A range has at most 1000 days.', 'from'],
    ['without an end', ['2026-10-02', ''], 'Enter a complete date.', 'to'],
    ['before any computer', ['1815-12-10', '1815-12-11'], 'A range lies in the years 1970 to 2999.', 'from'],
  ] as const) {
    test(`${name} is refused next to the wrong day, and nothing is requested`, async () => {
      const calls = countCalls('DeveloperDashboard');
      await field('from').fill(days[0]);
      await field('to').fill(days[1]);
      await apply();
      await expect.element(field(at)).toHaveAccessibleDescription(problem);
      await expect.element(field(at)).toHaveFocus();
      await expectAddress('/dashboard');
      await expectAccessible();
      expect(calls.count).toBe(0);
    });
  }

  test('follows the address when that goes back', async () => {
    await field('from').fill(custom.from);
    await field('to').fill(custom.to);
    await apply();
    await expectAddress(`/dashboard?from=${custom.from}&to=${custom.to}`);
    await field('to').fill(daysAgo(50));
    await apply();
    await expectAddress(`/dashboard?from=${custom.from}&to=${daysAgo(50)}`);
    window.history.back();
    await expect.element(field('to')).toHaveValue(custom.to);
  });

  test('that reaches past today ends with today, in the table and the file too', async () => {
    await field('from').fill(daysAgo(2));
    await field('to').fill(daysAgo(-30));
    await apply();
    await expect.element(page.getByText(/^33 days, .* today so far included\.$/)).toBeVisible();
    const table = await openTable('Execution Trends');
    await expect.element(table.css('tbody tr')).toHaveLength(3);
    const button = region('Execution Trends').getByRole('button', { name: 'Download CSV' });
    expect((await savedCsv(button)).lines).toHaveLength(4);
  });

  test('wholly to come says so', async () => {
    await field('from').fill(daysAgo(-2));
    await field('to').fill(daysAgo(-30));
    await apply();
    await expect.element(page.getByText('Its days are still to come. Choose other days.')).toBeVisible();
  });

  test('with nothing in it says when there was something', async () => {
    await field('from').fill('2020-02-01');
    await field('to').fill('2020-02-29');
    await apply();
    await expect.element(page.getByText('No executions in this range')).toBeVisible();
    await expect
      .element(page.getByText(/^Your executions begin on \w+ \d+, \d{4}\. Choose other days\.$/))
      .toBeVisible();
    await expect.element(page.getByText('No templates used in this range')).toBeVisible();
    await expectAccessible();
  });
});

test('a custom range begun before the numbers arrived is kept', async () => {
  await signIn('dev@acme.test');
  const release = holdOperation('DeveloperDashboard');
  await goto('/dashboard');
  await choose('Custom');
  await field('from').fill(custom.from);
  release();
  await expect.element(line()).toBeVisible();
  await expect.element(field('from')).toHaveValue(custom.from);
});

test('while another range is awaited what is shown stays, named and marked as busy', async () => {
  await openDashboard();
  const release = holdOperation('DeveloperDashboard');
  await choose('90 days');
  await expect.element(page.getByText('Loading your dashboard...', { exact: true })).toBeVisible();
  await expect.element(page.css('[aria-busy=true]')).toBeVisible();
  await expect.element(page.getByText(/^30 days, /)).toBeVisible();
  release();
  await expect.element(page.getByText(/^90 days, /)).toBeVisible();
  await expect.element(page.css('[aria-busy=true]')).not.toBeInTheDocument();
});

test("the response for a range that was left doesn't replace the range chosen after it", async () => {
  await openDashboard();
  const { held, release } = latch();
  let settled = false;
  interceptOperation('DeveloperDashboard', async ({ variables, send }) => {
    if (variables.days !== 90) return send();
    await held;
    return send().finally(() => {
      settled = true;
    });
  });
  await choose('90 days');
  await choose('7 days');
  await expect.element(page.getByText(/^7 days, /)).toBeVisible();
  release();
  // Completed late, or aborted by the page: either way it is over.
  await expect.poll(() => settled).toBe(true);
  await ask('{ me { id } }');
  await expect.element(page.getByText(/^7 days, /)).toBeVisible();
});

test("a range that can't be loaded says so, and another can be chosen", async () => {
  await openDashboard();
  const recover = interceptOperation('DeveloperDashboard', refuse('no'));
  await choose('90 days');
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Failed to load dashboard.' }))
    .toBeVisible();
  await expect.element(line()).not.toBeInTheDocument();
  recover();
  await choose('7 days');
  await expect.element(page.getByText(/^7 days, /)).toBeVisible();
});
