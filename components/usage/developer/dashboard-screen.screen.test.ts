import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { formatDollars } from '@/lib/format/money';
import { formatCountInProse } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeAnswer,
  countCalls,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { goto, reload, resize, signIn } from '@/testing/screens/open-screen';
import { region } from '@/testing/screens/pages/admin-page';
import { bars, developer, line, openDashboard } from '@/testing/screens/pages/dashboard-page';
import { createPerson } from '@/testing/screens/people';
import { press } from '@/testing/screens/press';

interface Stats {
  from: string;
  to: string;
  totalExecutions: number;
  estimatedCost: number;
  successRate: number;
}

const stats = 'from to totalExecutions estimatedCost successRate';

async function storedMonth(): Promise<Stats & { previous: Stats }> {
  const { me } = await ask<{ me: { id: string } }>('{ me { id } }');
  const { month } = await ask<{ month: Stats & { previous: Stats } }>(
    `query Expected($id: ID!) { month: userDashboardStats(userId: $id) { ${stats} previous { ${stats} } } }`,
    { id: me.id },
  );
  return month;
}

const rectOf = (locator: { element: () => Element }) => locator.element().getBoundingClientRect();
const ran = () => page.getByText(/^You've run [\d,]+ workflows this month\.$/);

describe('with usage', () => {
  beforeEach(() => openDashboard());

  test("shows the API's own month, compared with the same days of the last one", async () => {
    const month = await storedMonth();
    expect(month.totalExecutions).toBeGreaterThan(0);
    const summary = region('Usage Summary');
    const executions = formatCountInProse(month.totalExecutions);
    await expect
      .element(summary.getByText(`You've run ${executions} workflows this month.`, { exact: true }))
      .toBeVisible();
    const rate = `Workflow Success Rate: ${formatPercent(month.successRate)}`;
    await expect.element(summary.getByText(rate, { exact: true })).toBeVisible();
    await expect
      .element(summary.getByText(`Estimated cost this month: ${formatDollars(month.estimatedCost)}`))
      .toBeVisible();
    const before = month.previous;
    expect(before.from.slice(8)).toBe('01');
    const change = (100 * (month.totalExecutions - before.totalExecutions)) / before.totalExecutions;
    const sign = change > 0 ? '+' : '';
    const text = `${sign}${Math.round(change * 10) / 10}% from ${formatCountInProse(before.totalExecutions)}`;
    await expect.element(summary.getByText(text, { exact: true })).toBeVisible();
  });

  test('draws a line 300 px high and bars 250 px high, each described in words', async () => {
    await expect
      .element(line())
      .toHaveAccessibleName(/^Line chart of executions per day, .* executions? in all/);
    await expect.poll(() => rectOf(line()).height).toBe(300);
    await expect.element(bars()).toHaveAccessibleName(/^Bar chart of executions per template: /);
    await expect.poll(() => rectOf(bars()).height).toBe(250);
  });

  test('opens the tables from the keyboard, and marks today as not over', async () => {
    for (const name of ['Execution Trends', 'Top Templates Used']) {
      await press(region(name).getByText('View as table'), '{Enter}');
      await expect.element(page.getByRole('table', { name: `${name}, table` })).toBeVisible();
    }
    const days = page.getByRole('table', { name: 'Execution Trends, table' }).css('tbody tr');
    await expect.element(days).toHaveLength(30);
    await expect.element(days.last().css('th')).toHaveText(/, so far$/);
    await expectAccessible();
  });

  test('asks for everything in one request', async () => {
    const calls = countCalls('DeveloperDashboard');
    await reload();
    await expect.element(bars()).toBeVisible();
    expect(calls.count).toBe(1);
  });

  test('fits a narrow and a wide page', async () => {
    for (const width of [360, 768, 1440, 2560]) {
      await resize(width, 900);
      await expect.poll(() => rectOf(line()).width < width).toBe(true);
      await expect
        .poll(() => document.documentElement.scrollWidth - window.innerWidth)
        .toBeLessThanOrEqual(0);
    }
  });

  test('is accessible', async () => {
    await expect.element(bars()).toBeVisible();
    await expectAccessible();
  });
});

test('a month without any work is not held against the success rate of the last', async () => {
  await signIn(developer);
  const nothing = { totalExecutions: 0, totalTokens: 0, estimatedCost: 0, successRate: 0 };
  interceptOperation(
    'DeveloperDashboard',
    changeAnswer(({ month }: { month: object }) => Object.assign(month, nothing)),
  );
  await goto('/dashboard');
  const summary = region('Usage Summary');
  await expect.element(summary.getByText('Workflow Success Rate: 0%', { exact: true })).toBeVisible();
  await expect.element(summary.getByText(/^\d+% in that period$/)).toBeVisible();
  await expect.element(summary.getByText('-100% from').first()).toBeVisible();
  await expect.element(summary.getByText(/point/)).not.toBeInTheDocument();
});

test('says that it is loading, above blocks of the size of what comes', async () => {
  await signIn(developer);
  const release = holdOperation('DeveloperDashboard');
  await goto('/dashboard');
  await expect.element(page.getByText('Loading your dashboard...', { exact: true })).toBeVisible();
  await expectAccessible();
  const places = () =>
    ['Usage Summary', 'Execution Trends', 'Top Templates Used'].map((name) => {
      const { x, y } = rectOf(page.getByRole('heading', { name }));
      return [Math.round(x), Math.round(y)];
    });
  const before = places();
  release();
  await expect.element(bars()).toBeVisible();
  await expect.element(page.getByText('Loading your dashboard...')).not.toBeInTheDocument();
  expect(places()).toEqual(before);
});

for (const { name, handle } of [
  ...callFailures,
  { name: 'the API answers with errors', handle: refuse('no') },
]) {
  test(`says so if ${name}, and tries again`, async () => {
    await signIn(developer);
    const recover = interceptOperation('DeveloperDashboard', handle);
    await goto('/dashboard');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load dashboard.' });
    await expect.element(alert).toBeVisible();
    await expectAccessible();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect.element(alert).toBeVisible();
    recover();
    await press(again, '{Enter}');
    await expect.element(ran()).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });
}

test('leads a new account to its first key and its first call, and marks what is done', async () => {
  const person = await createPerson();
  await signIn(person.email);
  await goto('/dashboard');
  await expect.element(page.getByText("You've run 0 workflows this month.", { exact: true })).toBeVisible();
  await expect.element(page.getByText('Workflow Success Rate: 0%', { exact: true })).toBeVisible();
  await expect.element(page.getByText('No executions yet')).toBeVisible();
  await expect.element(page.getByText('No templates used in this range')).toBeVisible();
  await expectAccessible();
  await expect.element(page.getByText('(done)')).not.toBeInTheDocument();
  // The clipboard itself belongs to every page that is open.
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await page.getByRole('button', { name: 'Copy the first call' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveText('Copied');
  const command = written.mock.lastCall?.[0] ?? '';
  await page.getByRole('link', { name: 'Create an API key' }).click();
  await expect
    .poll(() => window.location.pathname + window.location.hash)
    .toBe('/dashboard/account#api-keys');

  // What was copied is what a first call is: its address and body, with a key in the place of the variable.
  const { createAPIKey } = await ask<{ createAPIKey: { rawKey: string } }>(
    'mutation { createAPIKey(scopes: {}) { rawKey } }',
  );
  const [, url = ''] = /curl -s (\S+)/.exec(command) ?? [];
  const [, body = ''] = /-d '(.*)'/.exec(command) ?? [];
  const call = async (key: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body })).json();
  };
  expect((await call('')).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  expect((await call(createAPIKey.rawKey)).data.myApiKeys).toHaveLength(1);
  await goto('/dashboard');
  const done = page.getByRole('listitem').filter({ hasText: '(done)' });
  await expect
    .poll(() => done.elements().map((item) => item.textContent))
    .toEqual([
      expect.stringContaining('Create your first API key'),
      expect.stringContaining('Make the first call'),
    ]);
});
