import { AccountStatus } from '@/components/account/account-status';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact } from '@/components/ui/fact';
import { Moment } from '@/components/ui/moment';
import { formatIsoDate } from '@/lib/format/date';
import type { AccountRecord } from './account-query';

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
        <Moment at={account.createdAt} format={formatIsoDate} inline missing="Invalid Date" />
      </Fact>
    </dl>
  );
}
