import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { resize } from '@/testing/screens/open-screen';
import { openAdmin, region, textsOf } from '@/testing/screens/pages/admin-page';
import { press } from '@/testing/screens/press';

const failed = "The account couldn't be loaded.";
const logged = /The account couldn't be loaded/;
const profile = region('Company Profile');

test('while the account loads it says so, with blocks of its size', async () => {
  const release = holdOperation('AdminAccount');
  await openAdmin('/account');
  const line = page.getByRole('status').filter({ hasText: 'Loading account...' });
  await expect.element(line).toHaveTextContent('Loading account...');
  await expect.element(page.css('main [data-skeleton]').first()).toBeVisible();
  await expect.element(profile).not.toBeInTheDocument();
  await expectAccessible();
  release();
  await expect.element(profile).toBeVisible();
  await expect.element(line).not.toBeInTheDocument();
});

test("on a wide page the sections below don't move when the account arrives", async () => {
  await resize(1440, 900);
  const release = holdOperation('AdminAccount');
  await openAdmin('/account');
  const below = () => region('Billing Information').element().getBoundingClientRect().y;
  await expect.element(page.css('main [data-skeleton]').first()).toBeVisible();
  const before = below();
  release();
  await expect.element(profile).toBeVisible();
  expect(Math.abs(below() - before)).toBeLessThanOrEqual(1);
});

test('the sections are in their order', async () => {
  await openAdmin('/account');
  await expect.element(profile).toBeVisible();
  await expect
    .poll(() => textsOf(page.getByRole('main').getByRole('heading', { level: 2 })))
    .toEqual([
      'Amount Due',
      'Company Profile',
      'Subscription Plan',
      'Usage Alerts',
      'Billing Information',
      'Invoices',
    ]);
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`if ${name}, the page says so, and it can be tried again by keyboard`, async () => {
    expectConsole(logged);
    const recover = interceptOperation('AdminAccount', handle);
    await openAdmin('/account');
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect.element(alert).toBeVisible();
    await expectAccessible();
    recover();
    await press(page.getByRole('button', { name: 'Try again' }).first(), '{Enter}');
    await expect.element(profile).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });
}
