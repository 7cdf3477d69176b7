import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { onPaper } from '@/testing/screens/on-paper';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { press } from '@/testing/screens/press';

const title = page.getByRole('heading', { level: 1 });
const main = page.getByRole('main');
const lines = main.css('tbody tr');
/** The part under From or Billed to. */
const party = (name: string) =>
  main.css('div:has(> h2)').filter({ has: page.getByRole('heading', { name }) });

interface Listed {
  id: string;
  invoice_number: string;
  status: string;
  total_amount: number;
}

/** Signs Acme's admin in. @returns its invoices, newest first */
async function signInToAcme(): Promise<Listed[]> {
  await signIn('admin@acme.test');
  const { me } = await ask<{ me: { account_id: string } }>('{ me { account_id } }');
  const { listInvoices } = await ask<{ listInvoices: Listed[] }>(
    'query Invoices($id: ID!) { listInvoices(accountId: $id) { id invoice_number status total_amount } }',
    { id: me.account_id },
  );
  return listInvoices;
}

/** Opens Acme's invoice at a place of its list, 0 for the newest. */
async function openInvoice(place: number): Promise<Listed> {
  const invoice = (await signInToAcme()).at(place);
  if (!invoice) throw new Error(`Acme has no invoice ${place}.`);
  await goto(`/dashboard/admin/account/invoices/${invoice.id}`);
  return invoice;
}

test('an invoice shows its days, both parties, and lines that add up to its total', async () => {
  const { total_amount } = await openInvoice(3);
  await expect.poll(() => textsOf(main.css('dt'))).toEqual(['Status', 'Period', 'Issued', 'Due']);
  expect(textsOf(main.css('dd'))).toEqual([
    'Paid',
    expect.stringMatching(/^\w{3} 1, \d{4} – \w{3} \d\d, \d{4}$/),
    expect.stringMatching(/^\w{3} 1, \d{4}$/),
    expect.stringMatching(/^\w{3} 15, \d{4}$/),
  ]);
  await expect
    .element(party('From'))
    .toMatchTextContent(/Switchyard1 Example Street\s+Example City, EX 12345/);
  await expect.element(main).not.toMatchTextContent('How to pay');
  await expect.element(party('Billed to')).toMatchTextContent('USt-IdNr.: DE301204567');
  const descriptions = lines.css('th').elements() as HTMLElement[];
  expect(descriptions.map(({ innerText }) => innerText)).toEqual([
    'Starter plan',
    'Executions over the limit',
  ]);
  const amounts = textsOf(lines.css('td:last-child'));
  const micros = amounts.map((amount) => Math.round(Number(amount.replace(/[$,]/g, '')) * 1e6));
  expect(micros.reduce((sum, amount) => sum + amount, 0)).toBe(Math.round(total_amount * 1e6));
  await expect.element(main.css('tfoot')).toHaveTextContent(`Total (USD)$${total_amount.toFixed(2)}`);
  await expectAccessible();
});

test('an open invoice says how to pay it, also on paper, where the mark says whose it is', async () => {
  await openInvoice(1);
  await expect.element(main.getByRole('heading', { name: 'How to pay' })).toBeVisible();
  await onPaper(async () => {
    await expect.element(main).toMatchTextContent('Pay by bank transfer, with the invoice number as the');
    await expect.element(main.css('p:has(> svg)')).toBeVisible();
  });
});

test('an invoice keeps the billing details it was issued with', async () => {
  await openInvoice(-1);
  await expect
    .element(party('Billed to'))
    .toMatchTextContent(
      /Acme Automation GmbH\s*Ada Byron\s+Werkstraße 12\s+Hannover 30419\s+Germany\s+billing@acme\.test$/,
    );
});

test("a draft says what isn't settled yet, a void invoice that nothing is owed", async () => {
  await openInvoice(0);
  await expect.poll(() => textsOf(main.css('dd'))).toEqual(['Draft', expect.stringMatching(/–/), '—', '—']);
  await expect.element(party('Billed to')).toMatchTextContent('Not issued yet');
  await expect.element(main).toMatchTextContent('the amount may change until the period is over');
  await openInvoice(9);
  await expect.element(main).toMatchTextContent('This invoice was withdrawn: nothing is owed.');
});

test('Print prints the page', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  await openInvoice(3);
  const button = page.getByRole('button', { name: 'Print' });
  await expect.element(button).toBeVisible();
  await press(button, '{Enter}');
  await expect.poll(() => print).toHaveBeenCalledOnce();
});

test("an id that is unknown, or another account's, isn't found, with the way back", async () => {
  const [theirs] = await signInToAcme();
  await signIn('admin@globex.test');
  for (const id of [theirs?.id, 'inv_nonexistent']) {
    await goto(`/dashboard/admin/account/invoices/${id}`);
    await expect.element(main.getByText('Invoice not found.', { exact: true })).toBeVisible();
    await expectAccessible();
  }
  await main.getByRole('link', { name: 'Account Details', exact: true }).click();
  await expect.poll(() => location.pathname).toBe('/dashboard/admin/account');
});

test('while it loads it says so; on a phone it fits', async () => {
  await resize(375, 800);
  const release = holdOperation('AdminInvoice');
  await openInvoice(3);
  await expect.element(main.getByRole('status')).toHaveTextContent('Loading invoice...');
  release();
  await expect.element(lines).toHaveLength(2);
  await resize(320, 800);
  await expect.element(lines.first()).toMatchTextContent('Starter plan1 × $29.00');
  const table = main.css('table').element();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
  expect(sidewaysScroll()).toBeLessThanOrEqual(0);
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`if ${name}, it says so, and tries again`, async () => {
    expectConsole(/The invoice couldn't be loaded/);
    const recover = interceptOperation('AdminInvoice', handle);
    await openInvoice(3);
    await expect.element(main.getByRole('alert')).toHaveTextContent("The invoice couldn't be loaded.");
    recover();
    await press(page.getByRole('button', { name: 'Try again' }), '{Enter}');
    await expect.element(title).toHaveFocus();
    await expect.element(lines).toHaveLength(2);
  });
}
