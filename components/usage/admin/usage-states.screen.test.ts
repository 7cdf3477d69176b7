import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { openAdmin } from '@/testing/screens/pages/admin-page';
import {
  acmeAdmin,
  emptyAdmin,
  rangeSentence,
  withoutAccountId,
} from '@/testing/screens/pages/admin-usage-page';
import { range } from '@/testing/screens/pages/usage-page';
import { press } from '@/testing/screens/press';

const logged = /The usage reports couldn't be loaded/;
const failure = () => page.getByRole('alert').filter({ hasText: 'Failed to load usage reports.' });
const title = () => page.getByRole('heading', { level: 1, name: 'Usage Reports' });
const table = () => page.getByRole('table', { name: 'Usage by day' });
const loading = () => page.getByText('Loading...', { exact: true });

test('says that it loads, in the place of what comes', async () => {
  const release = holdOperation('UsageReport');
  await openAdmin('/usage', acmeAdmin);
  await expect.element(title()).toBeVisible();
  await expect.element(loading()).toBeVisible();
  await expect.element(page.css('main [data-skeleton]').first()).toBeVisible();
  await expectAccessible();
  release();
  await expect.element(table()).toBeVisible();
  await expect.element(loading()).not.toBeInTheDocument();
});

test("the storage is a figure of now: it is above the range, and doesn't move when it has loaded", async () => {
  const release = holdOperation('UsageReport');
  await openAdmin('/usage', acmeAdmin);
  await expect.element(range()).toBeVisible();
  const { top } = range().element().getBoundingClientRect();
  release();
  await expect.element(page.getByText('Storage used now')).toBeVisible();
  expect(range().element().getBoundingClientRect().top).toBe(top);
  const bar = page.getByRole('progressbar', { name: 'Storage used' });
  expect(bar.element().getBoundingClientRect().bottom).toBeLessThan(top);
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`if ${name}, it says so, and trying again keeps the focus`, async () => {
    expectConsole(logged);
    const recover = interceptOperation('UsageReport', handle);
    await openAdmin('/usage', acmeAdmin);
    await expect.element(failure()).toHaveTextContent('Failed to load usage reports.');
    await expect.element(table()).not.toBeInTheDocument();
    await expectAccessible();
    recover();
    await press(page.getByRole('button', { name: 'Try again' }), '{Enter}');
    await expect.element(title()).toHaveFocus();
    await expect.element(table()).toBeVisible();
    await expect.element(failure()).not.toBeInTheDocument();
  });
}

test('a refresh that fails says so and keeps the numbers, and how old they are', async () => {
  expectConsole(logged);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  await openAdmin('/usage', acmeAdmin);
  await expect.element(table()).toBeVisible();
  vi.advanceTimersByTime(190_000);
  const recover = interceptOperation('UsageReport', refuse('no'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect
    .element(failure())
    .toHaveTextContent('Failed to load usage reports. The numbers below are the last ones that were loaded.');
  await expect.element(table()).toBeVisible();
  await expect.element(page.getByText('Updated 3 minutes ago')).toBeVisible();
  recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(failure()).not.toBeInTheDocument();
  await expect.element(page.getByText('Updated just now')).toBeVisible();
});

test("a range that can't be loaded doesn't show another range's numbers", async () => {
  expectConsole(logged);
  await openAdmin('/usage', acmeAdmin);
  await expect.element(table()).toBeVisible();
  const recover = interceptOperation('UsageReport', refuse('no'));
  await range().getByRole('button', { name: '90 days' }).click();
  await expect.element(failure()).toHaveTextContent('Failed to load usage reports.');
  await expect.element(table()).not.toBeInTheDocument();
  recover();
  await range().getByRole('button', { name: '7 days' }).click();
  await expect.element(rangeSentence(7)).toBeVisible();
  await expect.element(failure()).not.toBeInTheDocument();
});

test('a missing account id is logged as Missing account_id, and nothing is requested', async () => {
  expectConsole(/Missing account_id/);
  const warn = vi.spyOn(console, 'warn');
  const requests = withoutAccountId('UsageReport');
  await openAdmin('/usage', acmeAdmin);
  await expect.poll(() => warn.mock.calls.flat().map(String)).toContain('Error: Missing account_id');
  await expect.element(failure()).toHaveTextContent('Failed to load usage reports.');
  expect(requests.count).toBe(0);
});

test('an account without any usage sees what to do next', async () => {
  await openAdmin('/usage', emptyAdmin);
  await expect.element(page.getByText('No executions yet')).toBeVisible();
  await expect.element(page.css('main').getByRole('link', { name: 'Manage Users' })).toBeVisible();
  await expect.element(table()).not.toBeInTheDocument();
  await expectAccessible();
});

test('days without usage in an account that has some say when that began', async () => {
  await openAdmin('/usage?from=2020-02-01&to=2020-02-29', acmeAdmin);
  await expect.element(page.getByText('No executions in this range')).toBeVisible();
  await expect
    .element(page.getByText(/^The account's executions begin on \w+ \d+, \d{4}\. Choose other days\.$/))
    .toBeVisible();
});
