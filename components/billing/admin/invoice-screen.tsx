'use client';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { PageTitle } from '@/components/ui/titles';
import { brand } from '@/lib/config/brand';
import { InvoiceSheet } from './invoice-sheet';
import { useInvoice } from './use-invoices';

const account = '/dashboard/admin/account';

/** One invoice, as it is printed. */
export function InvoiceScreen({ id }: { id: string }) {
  const state = useInvoice(id);
  const title = useRef<HTMLHeadingElement>(null);
  const number = state.status === 'ready' ? state.invoice.invoice_number : null;
  useEffect(() => {
    // What a browser calls the file that it prints to.
    if (number) document.title = `Invoice ${number} | ${brand.name}`;
  }, [number]);

  return (
    <div className="max-w-[820px] print:max-w-none">
      <Link
        className="mb-3 inline-block rounded-control py-1 text-[14.5px] text-muted underline decoration-rule underline-offset-4 hover:text-text hover:decoration-current print:hidden"
        href={account}
      >
        ← Account Details
      </Link>
      <PageTitle
        actions={
          number && (
            <Button className="print:hidden" onClick={() => window.print()} size="small" variant="line">
              Print
            </Button>
          )
        }
        note={state.status === 'loading' ? 'Loading invoice...' : undefined}
        ref={title}
      >
        Invoice {number && <span className="whitespace-nowrap">{number}</span>}
      </PageTitle>
      {state.status === 'loading' && <Skeleton className="h-[560px]" />}
      {state.status === 'failed' && (
        <Failure
          message="The invoice couldn't be loaded."
          onRetry={() => {
            // The button is about to go.
            title.current?.focus();
            state.retry();
          }}
          wait={state.wait}
        />
      )}
      {state.status === 'missing' && (
        <EmptyState>
          <EmptyStateTitle>Invoice not found.</EmptyStateTitle>
          <EmptyStateText>
            Your account has none at this address. All of its invoices are listed under{' '}
            <Link className="underline underline-offset-4" href={account}>
              Account Details
            </Link>
            .
          </EmptyStateText>
        </EmptyState>
      )}
      {state.status === 'ready' && <InvoiceSheet invoice={state.invoice} />}
    </div>
  );
}
