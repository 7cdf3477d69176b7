import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import type { AccountRecord } from './account-query';
import { AccountStatus } from './account-status';
import { CreatedAt } from './created-at';

/** The account's record, a line for each fact. */
export function AccountFacts({ account }: { account: AccountRecord }) {
  return (
    <dl className="divide-y divide-rule text-[15px] lg:-mt-2">
      <Fact name="Account Name">{account.account_name}</Fact>
      <Fact name="Account ID">
        <code className="font-mono text-[14px]">{account.id}</code>
        <CopyButton value={account.id} what="account ID" />
      </Fact>
      <Fact name="Plan ID">
        <code className="font-mono text-[14px]">{account.account_plan_id}</code>
        <span className="text-muted">{account.plan.plan_name}</span>
      </Fact>
      <Fact name="Status">
        <AccountStatus status={account.status} />
      </Fact>
      <Fact name="Created At">
        <CreatedAt at={account.createdAt} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="gap-x-6 py-2 sm:grid sm:grid-cols-[140px_minmax(0,1fr)] sm:items-center">
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-h-[34px] min-w-0 flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}
