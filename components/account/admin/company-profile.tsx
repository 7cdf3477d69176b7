import { AccountStatus } from '@/components/account/account-status';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact } from '@/components/ui/fact';
import { Moment } from '@/components/ui/moment';
import { AccountNameEdit } from './account-name-edit';
import type { AccountRecord } from './account-record';
import { AccountSection } from './account-section';
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
        <Fact name="Account Name">
          <AccountNameEdit change={change} name={account.account_name} />
        </Fact>
        <Fact name="Account ID">
          <code className="font-mono text-[14px]">{account.id}</code>
          <CopyButton value={account.id} what="account ID" />
        </Fact>
        <Fact name="Created">
          <Moment at={account.createdAt} inline />
        </Fact>
        <Fact name="Status">
          <AccountStatus status={account.status} />
        </Fact>
      </dl>
    </AccountSection>
  );
}
