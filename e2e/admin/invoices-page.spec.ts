import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, requestToken, signIn, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { openAdmin, sidewaysScroll } from './admin-page';

const acme = 'admin@acme.test';
const back = (page: Page) => page.getByRole('link', { name: '← Account Details' });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');
const lines = (page: Page) => main(page).locator('tbody tr');
/** The part under From or Billed to. */
const party = (page: Page, name: string) =>
  main(page)
    .locator('div:has(> h2)')
    .filter({ has: page.getByRole('heading', { name }) });

interface Listed {
  id: string;
  invoice_number: string;
  status: string;
  total_amount: number;
}

/** An account's invoices, newest first. */
async function invoicesOf(page: Page, email: string): Promise<Listed[]> {
  const token = await requestToken(page, email);
  const { me } = await ask<{ me: { account_id: string } }>(page, '{ me { account_id } }', {}, token);
  const { listInvoices } = await ask<{ listInvoices: Listed[] }>(
    page,
    'query Invoices($id: ID!) { listInvoices(accountId: $id) { id invoice_number status total_amount } }',
    { id: me.account_id },
    token,
  );
  return listInvoices;
}

/** Opens Acme's invoice at a place of its list, 0 for the newest. */
async function openInvoice(page: Page, place: number): Promise<Listed> {
  const invoice = (await invoicesOf(page, acme)).at(place);
  if (!invoice) throw new Error(`Acme has no invoice ${place}.`);
  await openAdmin(page, `/account/invoices/${invoice.id}`, acme);
  return invoice;
}

test('a number of the list leads to its invoice, and the link back to the list', async ({ page }) => {
  await openAdmin(page, '/account', acme);
  const number = page.getByRole('table', { name: 'List of invoices' }).getByRole('link').nth(3);
  const text = await number.innerText();
  await number.press('Enter');
  await expect(title(page)).toHaveText(`Invoice ${text}`);
  await expect(page).toHaveTitle(`Invoice ${text} | Switchyard`);
  const nav = page.getByRole('navigation', { name: 'Switchyard Admin' });
  await expect(nav.locator('[aria-current=page]')).toHaveText('Account Details');
  await back(page).click();
  await expect(title(page)).toHaveText('Account Details');
  await expect(page).toHaveTitle(/^Account Details/);
});

test('an invoice shows its days, both parties, and lines that add up to its total', async ({ page }) => {
  const { total_amount } = await openInvoice(page, 3);
  await expect(main(page).locator('dt')).toHaveText(['Status', 'Period', 'Issued', 'Due']);
  await expect(main(page).locator('dd')).toHaveText([
    'Paid',
    /^\w{3} 1, \d{4} – \w{3} \d\d, \d{4}$/,
    /^\w{3} 1, \d{4}$/,
    /^\w{3} 15, \d{4}$/,
  ]);
  await expect(party(page, 'From')).toContainText('Switchyard');
  await expect(party(page, 'Billed to')).toContainText('USt-IdNr.: DE301204567');
  await expect(lines(page).locator('th')).toHaveText(['Starter plan', 'Executions over the limit']);
  const amounts = await lines(page).locator('td:last-child').allInnerTexts();
  const micros = amounts.map((amount) => Math.round(Number(amount.replace(/[$,]/g, '')) * 1e6));
  expect(micros.reduce((sum, amount) => sum + amount, 0)).toBe(Math.round(total_amount * 1e6));
  await expect(main(page).locator('tfoot')).toHaveText(`Total (USD)$${total_amount.toFixed(2)}`);
  await expectAccessible(page);
});

test('an invoice keeps the billing details it was issued with', async ({ page }) => {
  await openInvoice(page, -1);
  await expect(party(page, 'Billed to')).toHaveText(
    /Acme Automation GmbH\s*Ada Byron\s+Werkstraße 12\s+Hannover 30419\s+Germany\s+billing@acme\.test$/,
  );
});

test('a draft says what is not settled yet, a void one that nothing is owed', async ({ page }) => {
  await openInvoice(page, 0);
  await expect(main(page).locator('dd')).toHaveText(['Draft', /–/, '—', '—']);
  await expect(party(page, 'Billed to')).toContainText('Not issued yet');
  await expect(main(page)).toContainText('the amount may change until the period is over');
  await openInvoice(page, 9);
  await expect(main(page)).toContainText('This invoice was withdrawn: nothing is owed.');
});

test('it prints without what is not the invoice', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await openInvoice(page, 3);
  const print = page.getByRole('button', { name: 'Print' });
  await print.press('Enter');
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  for (const part of [print, back(page), page.getByRole('navigation'), page.getByRole('banner')]) {
    await expect(part).toBeHidden();
  }
  await expect(title(page)).toBeVisible();
  await expect(lines(page)).toHaveCount(2);
});

test("an id that is unknown, or another account's, is not found, with the way back", async ({ page }) => {
  const [theirs] = await invoicesOf(page, acme);
  await signIn(page, 'admin@globex.test');
  for (const id of [theirs?.id, 'inv_nonexistent']) {
    await page.goto(`/dashboard/admin/account/invoices/${id}`);
    await expect(main(page).getByText('Invoice not found.', { exact: true })).toBeVisible();
    await expectAccessible(page);
  }
  await main(page).getByRole('link', { name: 'Account Details', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/admin/account');
});

test('while it loads it says so; on a phone it fits', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const release = await holdOperation(page, 'AdminInvoice');
  await openInvoice(page, 3);
  await expect(main(page).getByRole('status')).toHaveText('Loading invoice...');
  release();
  await expect(lines(page)).toHaveCount(2);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
});

for (const { name, console, handle } of [
  ...callFailures,
  { name: 'the API refuses', console: [], handle: refuse('no') },
]) {
  test(`if ${name}, it says so, and tries again`, async ({ page, expectedConsole }) => {
    expectedConsole.push(...console, /The invoice could not be loaded/);
    const recover = await interceptOperation(page, 'AdminInvoice', handle);
    await openInvoice(page, 3);
    await expect(main(page).getByRole('alert')).toHaveText('The invoice could not be loaded.');
    await recover();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(title(page)).toBeFocused();
    await expect(lines(page)).toHaveCount(2);
  });
}
