import { AccountFact } from '@/components/admin/account/account-fact';
import { CopyButton } from '@/components/ui/copy-button';
import { formatDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import type { OverviewData } from './overview-query';

/** Whose account it is, and what its plan costs and allows. */
export function AccountInfo({ account }: { account: OverviewData['accountOverview'] }) {
  return (
    <dl className="divide-y divide-rule border-rule border-y text-[15px]">
      <AccountFact name="Account ID">
        <code className="font-mono text-[14px]">{account.accountId}</code>
        <CopyButton value={account.accountId} what="account ID" />
      </AccountFact>
      <AccountFact name="Plan">{account.planName}</AccountFact>
      <AccountFact name="Monthly price">
        <span className="font-mono tabular-nums">{formatDollars(account.monthlyPrice)}</span>
      </AccountFact>
      <AccountFact name="Max workflows">
        {account.maxWorkflows === null ? (
          'No limit'
        ) : (
          <>
            <span className="font-mono tabular-nums">{formatCount(account.maxWorkflows)}</span>
            <span className="text-muted">a month</span>
          </>
        )}
      </AccountFact>
    </dl>
  );
}
