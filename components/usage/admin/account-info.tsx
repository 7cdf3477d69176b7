import { invoicesAddress } from '@/components/billing/admin/invoice-filter';
import { CopyButton } from '@/components/ui/copy-button';
import { Link, TextLink } from '@/components/ui/link';
import { Fact, StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { StatusMark } from '@/components/ui/status-mark';
import { costWords } from '@/components/usage/known-cost';
import { formatDate } from '@/lib/format/date';
import { formatDollars, formatMoney } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import type { AccountData, OverviewData } from './use-overview';

/** The account's id, what its plan costs and allows, and its unpaid invoices. */
export function AccountInfo({ data }: { data: AccountData }) {
  const { accountOverview: account, getAccount, amountsOwed } = data;
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
        <OpenInvoices owed={amountsOwed} />
      </Fact>
    </dl>
  );
}

/** How many invoices are unpaid and overdue, each with a link to them. */
function OpenInvoices({ owed }: { owed: OverviewData['amountsOwed'] }) {
  if (owed.length === 0) return 'None';
  const count = (of: 'invoices' | 'overdueInvoices') => owed.reduce((sum, each) => sum + each[of], 0);
  const overdue = count('overdueInvoices');
  return (
    <>
      <TextLink href={invoicesAddress('open')}>{formatCount(count('invoices'))}</TextLink>
      <span className="font-mono tabular-nums">
        {owed.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ')}
      </span>
      {overdue > 0 && (
        <Link className="font-medium text-red underline underline-offset-3" href={invoicesAddress('overdue')}>
          {formatCount(overdue)} overdue
        </Link>
      )}
    </>
  );
}

/** How many users the account has, disabled ones included, with a link to them. */
export function AccountUsers({ total }: { total: number }) {
  return (
    <StatRow>
      <StatCell>
        <StatCaption>Total users</StatCaption>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <StatNumber>{formatCount(total)}</StatNumber>
          <TextLink href="/dashboard/admin/users">Manage Users</TextLink>
        </div>
      </StatCell>
    </StatRow>
  );
}

/** Everything that has run since the account was opened, and its cost. */
export function AccountTotals({ account }: { account: OverviewData['accountOverview'] }) {
  const { totalCost, totalWorkflows, unknownCostCount } = account;
  const cost = costWords({ cost: totalCost, executions: totalWorkflows, unknownCostCount });
  const since = account.firstExecutionOn ? `first on ${formatDate(account.firstExecutionOn)}` : 'none so far';
  return (
    <StatRow pairs>
      <StatCell>
        <StatCaption>Total workflows</StatCaption>
        <StatNumber>{formatCount(account.totalWorkflows)}</StatNumber>
        <StatCaption>{since}</StatCaption>
      </StatCell>
      <StatCell>
        <StatCaption>Total cost</StatCaption>
        <StatNumber>{cost.amount}</StatNumber>
        <StatCaption>{cost.note ?? "calculated from the models' prices"}</StatCaption>
      </StatCell>
    </StatRow>
  );
}
