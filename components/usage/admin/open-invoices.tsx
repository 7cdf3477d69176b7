import { invoiceState } from '@/components/billing/admin/invoice-status';
import { TextLink } from '@/components/ui/text-link';
import { formatMoney, sumDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import type { OverviewData } from './overview-query';

/** What is issued and not paid yet, how much of it is overdue, and the way to it. */
export function OpenInvoices({ invoices }: { invoices: OverviewData['listInvoices'] }) {
  if (invoices.length === 0) return 'None';
  const now = Date.now();
  const overdue = invoices.filter((invoice) => invoiceState(invoice, now).tone === 'bad').length;
  const currencies = [...new Set(invoices.map(({ currency }) => currency))];
  const totals = currencies.map((currency) =>
    formatMoney(
      sumDollars(
        invoices.filter((invoice) => invoice.currency === currency).map((invoice) => invoice.total_amount),
      ),
      currency,
    ),
  );
  return (
    <>
      <TextLink href="/dashboard/admin/account">{formatCount(invoices.length)}</TextLink>
      <span className="font-mono tabular-nums">{totals.join(', ')}</span>
      {overdue > 0 && <span className="font-medium text-red">{formatCount(overdue)} overdue</span>}
    </>
  );
}
