'use client';
import { type ReactNode, useEffect, useRef } from 'react';
import { LogoMark } from '@/components/layout/logo-mark';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { BackLink, Link } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, ColumnHeader, RowHeader, Table } from '@/components/ui/table';
import { PageTitle } from '@/components/ui/titles';
import { brand, howToPay, legal } from '@/lib/config/brand';
import { countryName } from '@/lib/config/countries';
import { formatDate } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { addressLines, type BillingDetails } from './billing-details';
import { InvoiceStatus } from './invoice-status';
import { type InvoiceRecord, useInvoice } from './use-invoices';

const account = '/dashboard/admin/account';

/** One invoice, as it is printed. */
export function InvoiceScreen({ id }: { id: string }) {
  const state = useInvoice(id);
  const title = useRef<HTMLHeadingElement>(null);
  const number = state.status === 'ready' ? state.invoice.invoice_number : null;
  useEffect(() => {
    // The file name that a browser proposes when printing.
    if (number) document.title = `Invoice ${number} | ${brand.name}`;
  }, [number]);

  return (
    <div className="max-w-[820px] print:max-w-none">
      <BackLink href={account}>Account Details</BackLink>
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

/** The invoice itself, on the screen and on paper. */
function InvoiceSheet({ invoice }: { invoice: InvoiceRecord }) {
  return (
    <div className="rounded-panel border border-rule bg-white px-5 py-6 text-[15px] sm:px-9 sm:py-8 print:border-0 print:p-0">
      <p className="mb-6 flex items-center gap-2.5 font-semibold text-[19px] tracking-[-0.02em] [--mark-joint:#fff] [--mark-track:var(--color-signal-ink)]">
        <LogoMark />
        {brand.name}
      </p>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 border-rule border-b pb-6 sm:grid-cols-[1fr_2fr_1fr_1fr] print:grid-cols-[1fr_2fr_1fr_1fr]">
        <Fact name="Status" wide>
          <InvoiceStatus invoice={invoice} />
        </Fact>
        <Fact name="Period" wide>
          {invoicePeriod(invoice)}
        </Fact>
        <Fact name="Issued">{formatDate(invoice.issued_at)}</Fact>
        <Fact name="Due">{formatDate(invoice.due_date)}</Fact>
      </dl>
      <InvoiceParties billTo={invoice.bill_to} />
      <InvoiceLines invoice={invoice} />
      {invoice.status === 'OPEN' && (
        <div className="mt-6">
          <h2 className="mb-1 font-normal text-[13.5px] text-muted">How to pay</h2>
          <p className="wrap-anywhere whitespace-pre-line">{howToPay.join('\n')}</p>
        </div>
      )}
      <p className="mt-6 text-[13.5px] text-muted">{notes[invoice.status]}</p>
    </div>
  );
}

/** @param wide takes a row of its own if the page is narrow */
function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'max-sm:col-span-2 print:col-span-1' : ''}>
      <dt className="text-[13.5px] text-muted">{name}</dt>
      <dd className="flex font-medium">{children}</dd>
    </div>
  );
}

const days = 'Days are in UTC.';
const notes: Record<InvoiceRecord['status'], string> = {
  DRAFT: `A draft: the amount may change until the period is over and the invoice is issued. ${days}`,
  OPEN: days,
  PAID: `This invoice has been paid. ${days}`,
  VOID: `This invoice was withdrawn: nothing is owed. ${days}`,
};

interface Period {
  period_start: string | null;
  /** The first instant after it. */
  period_end: string | null;
}

/** The days an invoice is about, both ends included: `Oct 1, 2026 – Oct 31, 2026`; a dash if they aren't known. */
export function invoicePeriod({ period_start, period_end }: Period): string {
  const first = formatDate(period_start);
  const last = formatDate(period_end === null ? null : String(Number(period_end) - 1));
  return first === last ? first : `${first} – ${last}`;
}

/** The invoice's sender and recipient, as they were on file when the invoice was issued, null for a draft. */
function InvoiceParties({ billTo }: { billTo: BillingDetails | null }) {
  const lines = billTo && billedTo(billTo);
  return (
    <div className="grid gap-x-8 gap-y-5 py-6 sm:grid-cols-2 print:grid-cols-2">
      <Party name="From">
        <p className="font-medium">{brand.company}</p>
        <p className="whitespace-pre-line">{[...legal.address, legal.email].join('\n')}</p>
      </Party>
      <Party name="Billed to">
        {!lines && (
          <p className="text-muted">
            Not issued yet. It will contain the billing information of the day it is issued.
          </p>
        )}
        {lines?.length === 0 && (
          <p className="text-muted">No billing information was on file when it was issued.</p>
        )}
        {lines && (
          <>
            <p className="font-medium">{lines[0]}</p>
            <p className="whitespace-pre-line">{lines.slice(1).join('\n')}</p>
          </>
        )}
      </Party>
    </div>
  );
}

function Party({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere min-w-0">
      <h2 className="mb-1 font-normal text-[13.5px] text-muted">{name}</h2>
      {children}
    </div>
  );
}

function billedTo(details: BillingDetails): string[] {
  const { company_name, full_name, country, tax_id, tax_id_label, email, phone_number } = details;
  return [
    company_name,
    full_name,
    ...addressLines(details),
    country && countryName(country),
    tax_id && `${tax_id_label || 'Tax ID'}: ${tax_id}`,
    email,
    phone_number,
  ].filter((line): line is string => !!line);
}

/** On a narrow page, quantity and unit price are below their line's description. */
const roomy = 'max-sm:hidden print:table-cell';

/** The charges of an invoice, and their total. */
function InvoiceLines({ invoice: { lines, currency, total_amount } }: { invoice: InvoiceRecord }) {
  return (
    <Table label="What is charged">
      <thead>
        <tr>
          <ColumnHeader className="pl-0!">Description</ColumnHeader>
          <ColumnHeader className={roomy} numeric>
            Quantity
          </ColumnHeader>
          <ColumnHeader className={roomy} numeric>
            Unit price
          </ColumnHeader>
          <ColumnHeader className="pr-0!" numeric>
            Amount
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ description, quantity, unit_amount, amount }) => (
          <tr key={description}>
            <RowHeader className="pl-0!">
              {description}
              <span className="block font-normal text-muted sm:hidden print:hidden">
                {formatCount(quantity)} × {formatMoney(unit_amount, currency)}
              </span>
            </RowHeader>
            <Cell className={roomy} numeric>
              {formatCount(quantity)}
            </Cell>
            <Cell className={roomy} numeric>
              {formatMoney(unit_amount, currency)}
            </Cell>
            <Cell className="pr-0!" numeric>
              {formatMoney(amount, currency)}
            </Cell>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold print:table-row-group">
        <tr>
          <th className="py-3 text-left font-semibold" scope="row">
            Total ({currency})
          </th>
          <td className={roomy} colSpan={2} />
          <Cell className="border-b-0! py-3! pr-0!" numeric>
            {formatMoney(total_amount, currency)}
          </Cell>
        </tr>
      </tfoot>
    </Table>
  );
}
