import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { formatMoney } from '@/lib/format/money';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeResponse,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { goto, reload, resize } from '@/testing/screens/open-screen';
import { planOf } from '@/testing/screens/pages/account-page';
import { openAdmin, region, sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { openOwnAccount } from '@/testing/screens/people';
import { prepare } from '@/testing/screens/prepare';
import { clickAtOnce, press } from '@/testing/screens/press';

const acme = 'admin@acme.test';
/** Its account has no invoices yet. */
const newcomer = 'admin@initech.test';
const section = region('Invoices');
const title = section.getByRole('heading', { name: 'Invoices' });
const rows = section.css('tbody tr');
const line = section.getByRole('status');
const filter = section.css('select[name=status]');
const button = (name: string) => section.getByRole('button', { name });
const shownTexts = (locator: Locator) =>
  locator.elements().map((element) => (element as HTMLElement).innerText.trim());
const numbers = () => shownTexts(rows.css('th'));

/** Responds with the server's invoices, the first one changed. */
const changeFirst = (changes: object) =>
  interceptOperation(
    'AdminInvoices',
    changeResponse((data: { listInvoices: object[] }) => Object.assign(data.listInvoices[0] ?? {}, changes)),
  );

test('invoices come newest first, twelve a page, each with its amount, status and days', async () => {
  await openAdmin('/account', acme);
  await expect.element(line).toHaveTextContent('Invoices 1 to 12, newest first');
  expect(textsOf(section.getByRole('columnheader'))).toEqual([
    'Invoice #',
    'Amount',
    'Status',
    'Issued',
    'Due',
  ]);
  const newest = numbers();
  const cells = shownTexts(rows.css('td'));
  const [draft, open] = [cells.slice(0, 4), cells.slice(4, 8)];
  expect(draft).toEqual(['$99.00', 'Draft', '—', '—']);
  expect(open[0]).toBe('$99.00');
  expect(open[1]).toMatch(/^(Open|Overdue)$/);
  expect(open.slice(2).join(' ')).toMatch(/^\w{3} 1, \d{4} \w{3} 15, \d{4}$/);
  await press(button('Next'), '{Enter}');
  await expect.element(line).toHaveTextContent('Invoices 13 to 24, newest first');
  await expect.element(button('Next')).toHaveFocus();
  const all = [...newest, ...numbers()];
  expect(all).toEqual([...new Set(all)].sort().reverse());
  expect(all).toHaveLength(24);
  await button('Previous').click();
  await expect.element(line).toHaveTextContent('Invoices 1 to 12, newest first');
  history.back();
  await expect.element(line).toHaveTextContent('Invoices 13 to 24, newest first');
  await reload();
  await expect.element(line).toHaveTextContent('Invoices 13 to 24, newest first');
  await button('Previous').click();
  await expect.element(line).toHaveTextContent('Invoices 1 to 12, newest first');
  expect(numbers()).toEqual(newest);
  await expectAccessible();
});

test('a filter by status runs on the server and is in the address', async () => {
  await openAdmin('/account', acme);
  await expect.element(rows).toHaveLength(12);
  await filter.selectOptions('Void');
  await expect.poll(() => location.pathname + location.search).toBe('/dashboard/admin/account?status=void');
  await expect.element(line).toHaveTextContent('2 invoices, newest first');
  expect(textsOf(rows.css('td:nth-child(3)'))).toEqual(['Void', 'Void']);
  await reload();
  await expect.element(line).toHaveTextContent('2 invoices, newest first');
  history.back();
  await expect.element(filter).toHaveValue('');
  await expect.element(rows).toHaveLength(12);
});

test('overdue invoices are a filter, in the address', async () => {
  const { accountId, admin } = await openOwnAccount();
  await prepare('invoices', { accountId, issuedDaysAgo: [3, 15] });
  await openAdmin('/account', admin.email);
  await expect.poll(() => textsOf(rows.css('td:nth-child(3)'))).toEqual(['Draft', 'Open', 'Overdue']);
  await filter.selectOptions('Overdue');
  await expect.poll(() => location.search).toBe('?status=overdue');
  await expect.poll(() => textsOf(rows.css('td:nth-child(3)'))).toEqual(['Overdue']);
  await filter.selectOptions('Open');
  await expect.poll(() => textsOf(rows.css('td:nth-child(3)'))).toEqual(['Open', 'Overdue']);
});

test('a change of plan, its Undo and a cancellation show at once in the draft', async () => {
  const { accountId, admin } = await openOwnAccount('plan_starter');
  await prepare('invoices', { accountId, issuedDaysAgo: [] });
  await openAdmin('/account', admin.email);
  const plan = planOf();
  const expectDraftAsPriced = async () => {
    const { listInvoices } = await ask<{ listInvoices: { total_amount: number }[] }>(
      'query Draft($id: ID!) { listInvoices(accountId: $id) { total_amount } }',
      { id: accountId },
    );
    const shown = listInvoices.map(({ total_amount }) => formatMoney(total_amount, 'USD'));
    await expect.poll(() => textsOf(rows.css('td:nth-child(2)'))).toEqual(shown);
  };
  await expect.poll(() => textsOf(rows.css('td:nth-child(2)'))).toEqual(['$29.00']);
  await plan.open.click();
  await plan.choice('Enterprise').click();
  // The account was opened today, so its first month is charged whole.
  await expect.poll(() => textsOf(rows.css('td:nth-child(2)'))).toEqual(['$499.00']);
  await plan.undo.click();
  await expect
    .element(plan.outcome)
    .toHaveTextContent("Undone: the account is on Starter again. Today still costs Enterprise's fee.");
  await expectDraftAsPriced();
  await plan.section.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect.element(plan.outcome).toHaveTextContent('Subscription canceled.');
  await expectDraftAsPriced();
});

test('an open invoice past its due date is overdue', async () => {
  changeFirst({ status: 'OPEN', due_date: '1767225600000' });
  await openAdmin('/account', acme);
  await expect.element(rows.first()).toMatchTextContent('Overdue');
});

test('amounts are in their own currency, in full; missing and invalid dates are a dash', async () => {
  changeFirst({ total_amount: 1204.008, currency: 'EUR', issued_at: 'never', due_date: null });
  await openAdmin('/account', acme);
  await expect.poll(() => textsOf(rows.first().css('td'))).toEqual(['€1,204.008', 'Draft', '—', '—']);
});

test('with none it says so and what will come; none of a status says how to see the others', async () => {
  await openAdmin('/account', newcomer);
  await expect.element(section.getByText('No invoices found.', { exact: true })).toBeVisible();
  await expect.element(section).toMatchTextContent('Each month is invoiced once it is over');
  await expectAccessible();
  await goto('/dashboard/admin/account?status=open');
  await expect.element(section).toMatchTextContent('None has the status Open. Choose “All invoices”');
});

test("on a phone, the invoices are accessible, and the page doesn't scroll sideways", async () => {
  await resize(375, 800);
  await openAdmin('/account', acme);
  await expect.element(rows).toHaveLength(12);
  expect(sidewaysScroll()).toBeLessThanOrEqual(0);
  await expectAccessible();
});

test('while they load it says so', async () => {
  const release = holdOperation('AdminInvoices');
  await openAdmin('/account', acme);
  await expect.element(line).toHaveTextContent('Loading invoices...');
  release();
  await expect.element(rows).toHaveLength(12);
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`if ${name}, it says so, and tries again`, async () => {
    expectConsole(/A list of Invoice couldn't be loaded/);
    const recover = interceptOperation('AdminInvoices', handle);
    await openAdmin('/account', acme);
    await expect.element(section.getByRole('alert')).toHaveTextContent("Invoices couldn't be loaded.");
    recover();
    await press(button('Try again'), '{Enter}');
    await expect.element(rows).toHaveLength(12);
    await expect.element(title).toHaveFocus();
  });
}

test('a press anywhere in a row leads to its invoice, unless it selects text; the link leads back to the list', async () => {
  await openAdmin('/account', acme);
  const number = page.getByRole('table', { name: 'List of invoices' }).getByRole('link').nth(3);
  await expect.element(number).toBeVisible();
  const text = number.element().textContent;
  const due = rows.nth(3).getByRole('cell').last();
  getSelection()?.selectAllChildren(due.element());
  clickAtOnce(due);
  expect(location.pathname).toBe('/dashboard/admin/account');
  getSelection()?.empty();
  await due.click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent(`Invoice ${text}`);
  await expect.poll(() => document.title).toBe(`Invoice ${text} | Switchyard`);
  const nav = page.getByRole('navigation', { name: 'Switchyard Admin' });
  await expect.element(nav.css('[aria-current=page]')).toHaveTextContent('Account Details');
  await page.getByRole('link', { name: '← Account Details' }).click();
  await expect.element(heading).toHaveTextContent('Account Details');
  await expect.poll(() => document.title).toMatch(/^Account Details/);
});
