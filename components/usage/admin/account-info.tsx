import { CopyButton } from '@/components/ui/copy-button';
import { Fact } from '@/components/ui/fact';
import { StatusMark } from '@/components/ui/status-mark';
import { formatDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { OpenInvoices } from './open-invoices';
import type { OverviewData } from './overview-query';

/** Whose account it is, what its plan costs and allows, and what is still to be paid. */
export function AccountInfo({ data }: { data: OverviewData }) {
  const { accountOverview: account, getAccount, listInvoices } = data;
  return (
    <dl className="divide-y divide-rule border-rule border-y text-[15px]">
      <Fact name="Account ID">
        <code className="font-mono text-[14px]">{account.accountId}</code>
        <CopyButton value={account.accountId} what="account ID" />
      </Fact>
      <Fact name="Plan">
        <span>{account.planName}</span>
        {getAccount.status === 'CANCELED' && <StatusMark tone="bad">Subscription canceled</StatusMark>}
      </Fact>
      <Fact name="Monthly price">
        <span className="font-mono tabular-nums">{formatDollars(account.monthlyPrice)}</span>
      </Fact>
      <Fact name="Max workflows">
        {account.maxWorkflows === null ? (
          'No limit'
        ) : (
          <>
            <span className="font-mono tabular-nums">{formatCount(account.maxWorkflows)}</span>
            <span className="text-muted">a month</span>
          </>
        )}
      </Fact>
      <Fact name="Open invoices">
        <OpenInvoices invoices={listInvoices} />
      </Fact>
    </dl>
  );
}
