import type { Metadata } from 'next';
import { InvoiceScreen } from '@/components/billing/admin/invoice-screen';

export const metadata: Metadata = { title: 'Invoice' };

/** /dashboard/admin/account/invoices/{id}: one invoice, for reading and printing. */
export default async function InvoicePage({ params }: { params: Promise<{ id: string }> }) {
  return <InvoiceScreen id={(await params).id} />;
}
