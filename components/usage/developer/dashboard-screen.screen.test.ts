import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { formatExactDollars } from '@/lib/format/money';
import { formatCount, formatPercent } from '@/lib/format/number';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeResponse,
  countCalls,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { goto, reload, resize, signIn } from '@/testing/screens/open-screen';
import { region } from '@/testing/screens/pages/admin-page';
import { bars, developer, line, openDashboard } from '@/testing/screens/pages/dashboard-page';
import { range } from '@/testing/screens/pages/usage-page';
import { createPerson } from '@/testing/screens/people';
import { press } from '@/testing/screens/press';

interface Stats {
  totalExecutions: number;
  estimatedCost: number;
  successRate: number;
}

async function storedMonth() {
  const { me } = await ask<{ me: { id: string } }>('{ me { id } }');
  return ask<{ month: Stats; limit: { maxWorkflows: number; limitedExecutions: number } }>(
    `query Expected($id: ID!) {
      month: userDashboardStats(userId: $id) { totalExecutions estimatedCost successRate }
      limit: accountLimit { maxWorkflows limitedExecutions }
    }`,
    { id: me.id },
  );
}

const rectOf = (locator: { element: () => Element }) => locator.element().getBoundingClientRect();
const ran = () => page.getByText(/^You've run [\d,]+ workflows this month\.$/);

describe('with usage', () => {
  beforeEach(() => openDashboard());

  test("shows the API's own month, and how much of the account's limit is used", async () => {
    const { month, limit } = await storedMonth();
    expect(month.totalExecutions).toBeGreaterThan(0);
    const summary = region('Usage Summary');
    const executions = formatCount(month.totalExecutions);
    await expect
      .element(summary.getByText(`You've run ${executions} workflows this month.`, { exact: true }))
      .toBeVisible();
    const rate = `Workflow Success Rate: ${formatPercent(month.successRate)}`;
    await expect.element(summary.getByText(rate, { exact: true })).toBeVisible();
    await expect
      .element(summary.getByText(`Cost this month: ${formatExactDollars(month.estimatedCost)}`))
      .toBeVisible();
    const percent = Math.round((100 * limit.limitedExecutions) / limit.maxWorkflows);
    const of = `/ ${formatCount(limit.maxWorkflows)} (${percent}%)`;
    await expect
      .element(summary.getByText(`${formatCount(limit.limitedExecutions)} ${of}`, { exact: true }))
      .toBeVisible();
    await expect
      .element(summary.getByRole('progressbar', { name: 'Executions used' }))
      .toHaveAttribute('aria-valuenow', String(percent));
  });

  test('each card has the line of its range, which screen readers skip', async () => {
    const lines = region('Chosen range').css('li svg[aria-hidden=true]');
    await expect.element(lines).toHaveLength(4);
    const points = () =>
      lines.elements().map((line) => (line.querySelector('path')?.getAttribute('d') ?? '').split('L').length);
    // Today, which is dashed, has a path of its own.
    await expect.poll(points).toEqual([29, 29, 29, 29]);
    await range().getByRole('button', { name: '7 days' }).click();
    await expect.poll(points).toEqual([6, 6, 6, 6]);
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
    await expect.element(days.last().css('th')).toMatchTextContent(/, so far$/);
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

test("a range without any work isn't held against the success rate of the one before", async () => {
  await signIn(developer);
  const nothing = { totalExecutions: 0, totalTokens: 0, estimatedCost: 0, successRate: 0 };
  interceptOperation(
    'DeveloperDashboard',
    changeResponse(({ range }: { range: object }) => Object.assign(range, nothing)),
  );
  await goto('/dashboard');
  const cards = region('Chosen range');
  await expect.element(cards.getByText(/^\d+% in the 30 days before$/)).toBeVisible();
  await expect.element(cards.getByText('100% fewer than in the 30 days before').first()).toBeVisible();
  await expect.element(cards.getByText(/point/)).not.toBeInTheDocument();
});

test('a change for the better is green, one for the worse is red, and cost and tokens are neither', async () => {
  await signIn(developer);
  const before = { totalExecutions: 1, totalTokens: 1, estimatedCost: 0.01, successRate: 100 };
  interceptOperation(
    'DeveloperDashboard',
    changeResponse(({ range }: { range: { previous: object } }) => {
      Object.assign(range, { successRate: 90 });
      Object.assign(range.previous, before);
    }),
  );
  await goto('/dashboard');
  const colors = () =>
    region('Chosen range')
      .getByText(/than in the 30 days before$/)
      .elements()
      .map((element) => getComputedStyle(element).color);
  const [better, worse, neither] = ['rgb(12, 107, 61)', 'rgb(192, 54, 44)', 'rgb(91, 103, 98)'];
  await expect.poll(colors).toEqual([better, neither, worse, neither]);
  await expectAccessible();
});

for (const { name, limit, text } of [
  {
    name: 'is used up, and refuses more',
    limit: { maxWorkflows: 1_000, limitedExecutions: 1_204, refusesOverLimit: true },
    text: /^The limit is used up\. Until \w+ 1, executions are refused unless an admin changes the plan\.$/,
  },
  {
    name: 'is used up, and charges more',
    limit: { maxWorkflows: 10_000, limitedExecutions: 10_000, refusesOverLimit: false },
    text: /^The limit is used up\. Until \w+ 1, each further execution costs extra\.$/,
  },
  {
    name: 'is shared out between two plans',
    limit: {
      ...{ maxWorkflows: 93_400, wholeMonthMaxWorkflows: 1_000, planChangedOn: '2026-11-28' },
      resetsOn: '2026-12-01',
    },
    text: '93,400 this month, because the plan changed on Nov 28; 1,000 from December.',
  },
  {
    name: 'is none',
    limit: { maxWorkflows: null, limitedExecutions: 0, refusesOverLimit: false },
    text: "The account's plan doesn't limit executions.",
  },
  {
    name: 'is none because there is no plan',
    limit: { maxWorkflows: 0, limitedExecutions: 0, refusesOverLimit: true },
    text: 'The account has no plan this month. An admin can choose one.',
  },
]) {
  test(`a limit that ${name}, says so, and fits a phone`, async () => {
    await resize(320, 700);
    await signIn(developer);
    interceptOperation(
      'DeveloperDashboard',
      changeResponse(({ accountLimit }: { accountLimit: object }) => Object.assign(accountLimit, limit)),
    );
    await goto('/dashboard');
    await expect.element(region('Usage Summary').getByText(text)).toBeVisible();
    expect(document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
    await expectAccessible();
  });
}

for (const width of [375, 768, 1440]) {
  test(`at ${width} px it says that it is loading, above blocks of the size of what comes`, async () => {
    await resize(width, 900);
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
}

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
  await expect.element(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveTextContent('Copied');
  const command = written.mock.lastCall?.[0] ?? '';
  await page.getByRole('link', { name: 'Create an API key' }).click();
  await expect
    .poll(() => window.location.pathname + window.location.hash)
    .toBe('/dashboard/account#api-keys');

  // The copied text is a complete first call: its address and body, with a variable for the key.
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
