import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatDate } from '@/lib/format/date';
import { DAY_MS } from '@/lib/rules/day';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeResponse,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { resize } from '@/testing/screens/open-screen';
import { openAdmin, region, sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { openOwnAccount } from '@/testing/screens/people';
import { prepare } from '@/testing/screens/prepare';
import { press } from '@/testing/screens/press';

const section = region('Amount Due');
const statuses = () => textsOf(region('Invoices').css('tbody td:nth-child(3)'));
const daysFromNow = (days: number) => formatDate(String(Date.now() + days * DAY_MS));

/** Opens the page of an account whose invoices were issued so many days ago. */
async function openOwing(...issuedDaysAgo: number[]) {
  const { accountId, admin } = await openOwnAccount('plan_pro');
  await prepare('invoices', { accountId, issuedDaysAgo });
  await openAdmin('/account', admin.email);
  return admin;
}

test('an account without open invoices owes nothing, and reads how invoices are paid', async () => {
  await openOwing();
  await expect.element(section).toMatchTextContent('$0.00No invoice is open.');
  await expect.element(section).toMatchTextContent('How to payPay by bank transfer');
  await expectAccessible();
});

test('the open amount is one sum, with its due date and a link to its invoices', async () => {
  await openOwing(3, 2);
  await expect
    .element(section)
    .toMatchTextContent(`$198.002 open invoices, the first due ${daysFromNow(11)}`);
  await section.getByRole('link', { name: '2 open invoices' }).click();
  await expect
    .poll(() => location.pathname + location.search + location.hash)
    .toBe('/dashboard/admin/account?status=open#invoices');
  await expect.poll(statuses).toEqual(['Open', 'Open']);
});

test('the overdue amount is separate, with its own sum and a link to its invoices', async () => {
  await openOwing(3, 15);
  await expect
    .element(section)
    .toMatchTextContent(`$198.002 open invoices$99.00 overdue since ${daysFromNow(-1)}`);
  await expectAccessible();
  await section.getByRole('link', { name: '$99.00 overdue' }).click();
  await expect.poll(statuses).toEqual(['Overdue']);
});

test("the overview's count of open invoices, and of overdue ones, opens exactly these", async () => {
  const admin = await openOwing(3, 15, 16);
  for (const [link, shown] of [
    ['3', ['Open', 'Overdue', 'Overdue']],
    ['2 overdue', ['Overdue', 'Overdue']],
  ] as const) {
    await openAdmin('', admin.email);
    await region('Account Info').getByRole('link', { name: link, exact: true }).click();
    await expect.poll(statuses).toEqual(shown);
    await expect.element(region('Invoices').getByRole('heading', { name: 'Invoices' })).toBeInViewport();
  }
});

test('sums in several currencies are one below the other, and fit a phone', async () => {
  interceptOperation(
    'AmountsOwed',
    changeResponse((data: { amountsOwed: object[] }) => {
      const [owed] = data.amountsOwed;
      data.amountsOwed = [
        { ...owed, currency: 'EUR', amount: 1_204_567.5 },
        { ...owed, currency: 'USD', amount: 99 },
      ];
    }),
  );
  await resize(320, 800);
  await openOwing(3);
  await expect.element(section).toMatchTextContent(/€1,204,567\.50.*\$99\.00/);
  expect(sidewaysScroll()).toBeLessThanOrEqual(0);
});

test('while it loads its place is kept, and nothing below it moves', async () => {
  const release = holdOperation('AmountsOwed');
  await openOwing(3, 15);
  const profile = region('Company Profile');
  await expect.element(profile).toBeVisible();
  const { top } = profile.element().getBoundingClientRect();
  release();
  await expect.element(section).toMatchTextContent('overdue');
  expect(profile.element().getBoundingClientRect().top).toBe(top);
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`if ${name}, it says so, and tries again`, async () => {
    expectConsole(/The amount due couldn't be loaded/);
    const recover = interceptOperation('AmountsOwed', handle);
    await openOwing();
    await expect.element(section.getByRole('alert')).toHaveTextContent("The amount due couldn't be loaded.");
    recover();
    await press(section.getByRole('button', { name: 'Try again' }), '{Enter}');
    await expect.element(section).toMatchTextContent('No invoice is open.');
    await expect.element(page.getByRole('heading', { name: 'Amount Due' })).toHaveFocus();
  });
}
