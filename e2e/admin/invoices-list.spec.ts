import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { newcomer } from '@/e2e/session/session-page';
import { openAdmin, region, sidewaysScroll } from './admin-page';

const acme = 'admin@acme.test';
const section = (page: Page) => region(page, 'Invoices');
const title = (page: Page) => section(page).getByRole('heading', { name: 'Invoices' });
const rows = (page: Page) => section(page).locator('tbody tr');
const line = (page: Page) => section(page).getByRole('status');
const filter = (page: Page) => section(page).locator('select[name=status]');
const button = (page: Page, name: string) => section(page).getByRole('button', { name });
const numbers = (page: Page) => rows(page).locator('th').allInnerTexts();

/** Answers with the server's invoices, the first one changed. */
const changeFirst = (page: Page, changes: object) =>
  interceptOperation(page, 'AdminInvoices', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    Object.assign(answer.data.listInvoices[0], changes);
    await route.fulfill({ response, json: answer });
  });

test('invoices come newest first, twelve a page, each with its amount, status and days', async ({ page }) => {
  await openAdmin(page, '/account', acme);
  await expect(line(page)).toHaveText('Invoices 1 to 12, newest first');
  await expect(section(page).getByRole('columnheader')).toHaveText([
    'Invoice #',
    'Amount',
    'Status',
    'Issued',
    'Due',
  ]);
  const newest = await numbers(page);
  const [draft, open] = await rows(page)
    .locator('td')
    .allInnerTexts()
    .then((cells) => [cells.slice(0, 4), cells.slice(4, 8)]);
  expect(draft).toEqual(['$99.00', 'Draft', '—', '—']);
  expect(open?.[0]).toBe('$99.00');
  expect(open?.[1]).toMatch(/^(Open|Overdue)$/);
  expect(open?.slice(2).join(' ')).toMatch(/^\w{3} 1, \d{4} \w{3} 15, \d{4}$/);
  await button(page, 'Next').press('Enter');
  await expect(line(page)).toHaveText('Invoices 13 to 24, newest first');
  await expect(button(page, 'Next')).toBeFocused();
  const all = [...newest, ...(await numbers(page))];
  expect(all).toEqual([...new Set(all)].sort().reverse());
  expect(all).toHaveLength(24);
  await button(page, 'Previous').click();
  await expect(line(page)).toHaveText('Invoices 1 to 12, newest first');
  await expectAccessible(page);
});

test('a filter by status runs on the server and is in the address', async ({ page }) => {
  await openAdmin(page, '/account', acme);
  await expect(rows(page)).toHaveCount(12);
  await filter(page).selectOption('Void');
  await expect(page).toHaveURL('/dashboard/admin/account?status=void');
  await expect(line(page)).toHaveText('2 invoices, newest first');
  await expect(rows(page).locator('td:nth-child(3)')).toHaveText(['Void', 'Void']);
  await page.reload();
  await expect(line(page)).toHaveText('2 invoices, newest first');
  await page.goBack();
  await expect(filter(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(12);
});

test('an open invoice past its due date is overdue', async ({ page }) => {
  await changeFirst(page, { status: 'OPEN', due_date: '1767225600000' });
  await openAdmin(page, '/account', acme);
  await expect(rows(page).first()).toContainText('Overdue');
});

test('amounts are in their own currency, in full; missing and invalid dates are a dash', async ({ page }) => {
  await changeFirst(page, { total_amount: 1204.008, currency: 'EUR', issued_at: 'never', due_date: null });
  await openAdmin(page, '/account', acme);
  await expect(rows(page).first().locator('td')).toHaveText(['€1,204.008', 'Draft', '—', '—']);
});

test('with none it says so and what will come; none of a status says how to see the others', async ({
  page,
}) => {
  await openAdmin(page, '/account', newcomer);
  await expect(section(page).getByText('No invoices found.', { exact: true })).toBeVisible();
  await expect(section(page)).toContainText('Each month is invoiced once it is over');
  await expectAccessible(page);
  await filter(page).selectOption('Open');
  await expect(section(page)).toContainText('None has the status Open. Choose “All invoices”');
});

test('a phone shows each invoice as a stack, and the page does not scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await openAdmin(page, '/account', acme);
  await expect(rows(page)).toHaveCount(12);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

test('while they load it says so', async ({ page }) => {
  const release = await holdOperation(page, 'AdminInvoices');
  await openAdmin(page, '/account', acme);
  await expect(line(page)).toHaveText('Loading invoices...');
  release();
  await expect(rows(page)).toHaveCount(12);
});

for (const { name, console, handle } of [
  ...callFailures,
  { name: 'the API refuses', console: [], handle: refuse('no') },
]) {
  test(`if ${name}, it says so, and tries again`, async ({ page, expectedConsole }) => {
    expectedConsole.push(...console, /A list of Invoice could not be loaded/);
    const recover = await interceptOperation(page, 'AdminInvoices', handle);
    await openAdmin(page, '/account', acme);
    await expect(section(page).getByRole('alert')).toHaveText('Invoices could not be loaded.');
    await recover();
    await button(page, 'Try again').press('Enter');
    await expect(rows(page)).toHaveCount(12);
    await expect(title(page)).toBeFocused();
  });
}
