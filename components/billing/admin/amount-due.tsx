'use client';
import { useRef } from 'react';
import { AccountSection } from '@/components/account/sections';
import { Link } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { SkeletonOver } from '@/components/ui/skeleton';
import { StatNumber } from '@/components/ui/stat';
import { howToPay } from '@/lib/config/brand';
import { formatDate } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { formatQuantity } from '@/lib/format/number';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useLoadedQuery } from '@/lib/graphql-client/use-loaded';
import { invoicesAddress } from './invoice-status';

const amountsOwedQuery = graphql(`
  query AmountsOwed($accountId: ID!) {
    amountsOwed(accountId: $accountId) {
      currency
      amount
      invoices
      overdueAmount
      overdueInvoices
      firstDueDate
    }
  }
`);

type AmountOwed = ResultOf<typeof amountsOwedQuery>['amountsOwed'][number];

const failure = "The amount due couldn't be loaded.";

/** The account's open amount, and how it is paid. */
export function AmountDue({ accountId }: { accountId: string }) {
  const state = useLoadedQuery({ query: amountsOwedQuery, variables: { accountId }, failure });
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <AccountSection title="Amount Due" titleRef={title}>
      {state.status === 'failed' ? (
        <Failure
          message={failure}
          onRetry={() => {
            // The button is about to go.
            title.current?.focus();
            state.retry();
          }}
          wait={state.wait}
        />
      ) : (
        <div className="grid gap-x-12 gap-y-5 text-[15px] sm:grid-cols-2">
          {state.status === 'ready' ? (
            <Owed amounts={state.data.amountsOwed} />
          ) : (
            <SkeletonOver>
              <Owed amounts={[]} />
            </SkeletonOver>
          )}
          <div>
            <h3 className="mb-1 text-[13.5px] text-muted">How to pay</h3>
            <p className="wrap-anywhere whitespace-pre-line">{howToPay.join('\n')}</p>
          </div>
        </div>
      )}
    </AccountSection>
  );
}

/** Each currency's sum, how many invoices it is, and what of it is overdue. */
function Owed({ amounts }: { amounts: AmountOwed[] }) {
  return (
    // Always two lines of text, so that the content below doesn't move.
    <div className="grid min-h-[80px] content-start gap-y-4">
      {amounts.length === 0 && (
        <div>
          <StatNumber>{formatMoney(0, 'USD')}</StatNumber>
          <p className="text-muted">No invoice is open.</p>
        </div>
      )}
      {amounts.map(({ currency, amount, invoices, overdueAmount, overdueInvoices, firstDueDate }) => (
        <div key={currency}>
          <StatNumber>{formatMoney(amount, currency)}</StatNumber>
          <p>
            <Link className={link} href={invoicesAddress('open')}>
              {formatQuantity(invoices, { one: 'open invoice', other: 'open invoices' })}
            </Link>
            {overdueInvoices === 0 && `, ${invoices > 1 ? 'the first ' : ''}due ${formatDate(firstDueDate)}`}
          </p>
          {overdueInvoices > 0 && (
            <p className="font-medium text-red">
              <Link className={link} href={invoicesAddress('overdue')}>
                {formatMoney(overdueAmount, currency)} overdue
              </Link>
              {` since ${formatDate(firstDueDate)}`}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

const link = 'underline decoration-current/40 underline-offset-4 hover:decoration-current';
