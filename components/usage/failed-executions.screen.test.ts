import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatCount } from '@/lib/format/number';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  changeResponse,
  countCalls,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { region } from '@/testing/screens/pages/admin-page';
import { openDashboard } from '@/testing/screens/pages/dashboard-page';
import { cells } from '@/testing/screens/pages/usage-page';

const view = () => page.getByRole('button', { name: /^[\d,]+ failed$/ });
const table = (by: string) => page.getByRole('table', { name: `Failed executions by ${by}` });
const firstRow = (by: string) => table(by).css('tbody tr').first();

interface Failed {
  rows: { name: string; failed: number; executions: number }[];
}

test("the number of failures opens the developer's by code, template, model and key, loaded only then", async () => {
  const calls = countCalls('OwnFailures');
  await openDashboard();
  expect(calls.count).toBe(0);
  await view().click();
  const { me } = await ask<{ me: { id: string } }>('{ me { id } }');
  for (const [by, group] of [
    ['error code', 'ERROR_CODE'],
    ['template', 'TEMPLATE'],
    ['model', 'MODEL'],
    ['API key', 'API_KEY'],
  ] as const) {
    const { rows } = await ask<Failed>(
      `query Expected($id: ID!) { rows: failuresByUser(userId: $id, by: ${group}) { name failed executions } }`,
      { id: me.id },
    );
    expect(rows.length).toBeGreaterThan(0);
    await expect.element(firstRow(by)).toBeVisible();
    expect(cells(table(by).css('tbody tr')).map(([name, failed]) => [name, failed])).toEqual(
      rows.map((row) => [row.name, `${formatCount(row.failed)} of ${formatCount(row.executions)}`]),
    );
  }
  expect(calls.count).toBe(1);
  expect(window.location.hash).toBe('#failures');
  await expectAccessible();
  await view().click();
  await expect.element(region('Failed executions')).not.toBeInTheDocument();
  expect(window.location.hash).toBe('');
});

test('an error code leads to the jobs that failed with it', async () => {
  await openDashboard();
  await view().click();
  const link = table('error code').getByRole('link').first();
  await expect.element(link).toBeVisible();
  const code = link.element().textContent;
  await link.click();
  await expect.poll(() => new URLSearchParams(location.search).get('error')).toBe(code);
  await expect.element(page.getByRole('button', { name: `Failed with ${code}` })).toBeVisible();
  const jobs = page.getByRole('table', { name: 'Jobs' }).css('tbody tr');
  await expect.element(jobs.first()).toBeVisible();
  for (const row of jobs.elements()) expect(row.textContent).toContain('Failed');
});

test("an admin's address opens the account's failures, at 320 px too", async () => {
  await resize(320, 700);
  await signIn('admin@acme.test');
  await goto('/dashboard/admin#failures');
  await expect.element(firstRow('model')).toBeVisible();
  expect(document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
  await expectAccessible();
});

test('a range without failures says so', async () => {
  interceptOperation(
    'OwnFailures',
    changeResponse((data: object) => Object.assign(data, { codes: [], templates: [], models: [], keys: [] })),
  );
  await openDashboard();
  await view().click();
  await expect.element(page.getByText('No failed executions in this period.')).toBeVisible();
});

test("failures that can't be loaded say so, and load when tried again", async () => {
  const recover = interceptOperation('OwnFailures', refuse('no'));
  await openDashboard();
  await view().click();
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load the failed executions." });
  await expect.element(alert).toBeVisible();
  recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(firstRow('template')).toBeVisible();
});
