import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { invoiceWords } from './invoice-state';
import type { InvoiceRow } from './invoices-query';

/** Where there are no invoices, or none of the status asked for. */
export function NoInvoices({ status }: { status: InvoiceRow['status'] | null }) {
  return (
    <EmptyState>
      <EmptyStateTitle>No invoices found.</EmptyStateTitle>
      <EmptyStateText>
        {status
          ? `None has the status ${invoiceWords[status]}. Choose “All invoices” to see the others.`
          : 'Each month is invoiced once it is over: the price of your plan, and what ran beyond its limit.'}
      </EmptyStateText>
    </EmptyState>
  );
}
