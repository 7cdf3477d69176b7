import { AccountStatus } from '@/components/dashboard/account/account-status';
import { CopyButton } from '@/components/ui/copy-button';
import { AccountFact } from './account-fact';
import { AccountNameEdit } from './account-name-edit';
import type { AccountRecord } from './account-record';
import { AccountSection } from './account-section';
import { CreatedMoment } from './created-moment';
import type { MakeChange } from './use-account';

interface CompanyProfileProps {
  account: AccountRecord;
  change: MakeChange;
}

/** Who the account is: its name, to be edited in place, and what identifies it. */
export function CompanyProfile({ account, change }: CompanyProfileProps) {
  return (
    <AccountSection title="Company Profile">
      <dl className="divide-y divide-rule text-[15px]">
        <AccountFact name="Account Name">
          <AccountNameEdit change={change} name={account.account_name} />
        </AccountFact>
        <AccountFact name="Account ID">
          <code className="font-mono text-[14px]">{account.id}</code>
          <CopyButton value={account.id} what="account ID" />
        </AccountFact>
        <AccountFact name="Created">
          <CreatedMoment at={account.createdAt} />
        </AccountFact>
        <AccountFact name="Status">
          <AccountStatus status={account.status} />
        </AccountFact>
      </dl>
    </AccountSection>
  );
}
