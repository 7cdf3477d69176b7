import { expect, test } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import { issueLastMonth } from '@/e2e/issue-last-month';
import { openOwnAccount } from '@/e2e/own-account';
import { addMonths, dayOf, monthOf } from '@/lib/rules/day';
import { openAdmin, region } from './admin-page';

const acme = 'admin@acme.test';

test("an admin changes the plan, puts billing details on file, and prints last month's invoice, which has its own plan and the new details", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  const lastMonth = addMonths(monthOf(dayOf(new Date())), -1);
  const { accountId, admin } = await openOwnAccount('plan_pro', new Date(lastMonth));
  await openAdmin(page, '/account', admin.email);
  const plan = region(page, 'Subscription Plan');
  await plan.getByRole('button', { name: 'Change Plan' }).click();
  await page.getByRole('button', { name: 'Switch to Starter' }).click();
  await expect(plan.getByRole('status')).toHaveText('Switched from Pro to Starter.');
  const billing = region(page, 'Billing Information');
  await billing.getByRole('button', { name: 'Add billing profile' }).click();
  await billing.locator('[name=full_name]').fill('Uma Reyes');
  await billing.locator('[name=country]').fill('Peru');
  await billing.getByRole('button', { name: 'Save' }).click();
  await expect(billing.getByText('Billing information saved.')).toBeVisible();

  const number = await issueLastMonth(accountId);
  await page.reload();
  await region(page, 'Invoices').getByRole('link', { name: number }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(`Invoice ${number}`);
  const main = page.getByRole('main');
  for (const text of ['Pro plan', '$99.00', 'Uma Reyes', 'Peru']) await expect(main).toContainText(text);
  const back = page.getByRole('link', { name: '← Account Details' });
  const print = page.getByRole('button', { name: 'Print' });
  await print.press('Enter');
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  for (const part of [print, back, page.getByRole('navigation'), page.getByRole('banner')]) {
    await expect(part).toBeHidden();
  }
  await expect(title).toBeVisible();
  await expect(main.locator('tbody tr')).toHaveCount(1);
  await page.emulateMedia({ media: 'screen' });
  await back.click();
  await expect(page).toHaveTitle(/^Account Details/);
  await page.goBack();
  await expect(page).toHaveTitle(`Invoice ${number} | Switchyard`);
});

test('if there is no network, each part of the account page says so, and is there once it is tried again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /couldn't be loaded/);
  const operations = ['AdminAccount', 'BillingProfile', 'AdminInvoices'];
  const recoveries = await Promise.all(
    operations.map((operation) => interceptOperation(page, operation, (route) => route.abort())),
  );
  await openAdmin(page, '/account', acme);
  const failures = page.getByRole('main').getByRole('alert');
  await expect(failures).toHaveText([
    "The account couldn't be loaded.",
    "Billing information couldn't be loaded.",
    "Invoices couldn't be loaded.",
  ]);
  for (const recover of recoveries) await recover();
  for (const left of [2, 1, 0]) {
    await page.getByRole('button', { name: 'Try again' }).first().press('Enter');
    await expect(failures).toHaveCount(left);
  }
  await expect(region(page, 'Company Profile')).toContainText('Acme');
  await expect(region(page, 'Billing Information')).toContainText('Ada Byron');
  await expect(region(page, 'Invoices').locator('tbody tr')).toHaveCount(12);
});

test('if the server returns 500, an invoice opened by its address says so, and is there once it is tried again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The invoice couldn't be loaded/);
  await openAdmin(page, '/account', acme);
  const link = page.getByRole('table', { name: 'List of invoices' }).getByRole('link').nth(3);
  const number = await link.innerText();
  const address = await link.getAttribute('href');
  const recover = await interceptOperation(page, 'AdminInvoice', (route) =>
    route.fulfill({ status: 500, body: 'no' }),
  );
  await page.goto(String(address));
  await expect(page.getByRole('alert').filter({ hasText: "The invoice couldn't be loaded." })).toBeVisible();
  await recover();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Invoice ${number}`);
});
