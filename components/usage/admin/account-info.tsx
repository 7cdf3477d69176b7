import { invoiceState } from '@/components/billing/admin/invoice-status';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact } from '@/components/ui/fact';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { StatusMark } from '@/components/ui/status-mark';
import { TextLink } from '@/components/ui/text-link';
import { formatDate } from '@/lib/format/date';
import { formatDollars, formatMoney, sumDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import type { AccountData, OverviewData } from './use-overview';

/** The account's id, what its plan costs and allows, and its unpaid invoices. */
export function AccountInfo({ data }: { data: AccountData }) {
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

/** How many invoices are unpaid and overdue, with a link to them. */
function OpenInvoices({ invoices }: { invoices: OverviewData['listInvoices'] }) {
  if (invoices.length === 0) return 'None';
  const now = Date.now();
  const overdue = invoices.filter((invoice) => invoiceState(invoice, now).tone === 'bad').length;
  const currencies = [...new Set(invoices.map(({ currency }) => currency))];
  const totals = currencies.map((currency) =>
    formatMoney(
      sumDollars(
        invoices.filter((invoice) => invoice.currency === currency).map((invoice) => invoice.total_amount),
      ),
      currency,
    ),
  );
  return (
    <>
      <TextLink href="/dashboard/admin/account">{formatCount(invoices.length)}</TextLink>
      <span className="font-mono tabular-nums">{totals.join(', ')}</span>
      {overdue > 0 && <span className="font-medium text-red">{formatCount(overdue)} overdue</span>}
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
        <StatNumber>{formatDollars(account.totalCost)}</StatNumber>
        <StatCaption>charged by AI providers</StatCaption>
      </StatCell>
    </StatRow>
  );
}
