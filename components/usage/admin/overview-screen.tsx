'use client';
import { type ReactNode, useRef } from 'react';
import { invoicesAddress } from '@/components/billing/admin/invoice-status';
import { CopyButton } from '@/components/ui/copy-button';
import { Link, NumberLink, TextLink } from '@/components/ui/link';
import { SkeletonOver } from '@/components/ui/skeleton';
import { Fact, StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { StatusMark } from '@/components/ui/status-mark';
import { PageTitle } from '@/components/ui/titles';
import { costWords } from '@/components/usage/known-cost';
import { limitTone } from '@/components/usage/meters';
import { useChosenRange } from '@/components/usage/range-picker';
import { templateShares } from '@/components/usage/usage-charts';
import { dayRange, rangeTotals, spanOf } from '@/components/usage/usage-days';
import { noteLine, type RangeUsage, UsageOverview, UsageSection } from '@/components/usage/usage-overview';
import {
  type CountedExecutions,
  executionsAddress,
  templateAddress,
} from '@/components/workflows/executions-address';
import { formatDate, formatShortDay } from '@/lib/format/date';
import { formatMoney, formatPrice } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { NoExecutions } from './no-executions';
import { PeriodUsage } from './period-usage';
import { type AccountData, type OverviewData, useOverview } from './use-overview';

/**
 * The account at a glance: what it uses, what that costs, and how the month will end (docs/product.md, "Admin
 * overview").
 */
export function OverviewScreen() {
  const chosen = useChosenRange();
  const state = useOverview(chosen.range);
  const title = useRef<HTMLHeadingElement>(null);
  const busy = state.status === 'loading' || (state.status === 'ready' && state.stale);
  const alert = state.status === 'ready' && alertLine(state.data.accountDashboardStats);
  return (
    <>
      <PageTitle
        note={busy ? 'Loading admin overview...' : alert || 'Usage and cost. Days are UTC.'}
        ref={title}
      >
        Dashboard Overview
      </PageTitle>
      <UsageOverview
        chosen={chosen}
        failure="Failed to load admin overview."
        noneYet={<NoExecutions />}
        state={state}
        summary={accountSections}
        title={title}
        usageOf={rangeUsage}
        viewer="admin"
      />
    </>
  );
}

/** The highest alert that the period has reached, in one line even at 320 px: it takes the note's place. */
function alertLine(stats: OverviewData['accountDashboardStats']): ReactNode {
  const highest = stats.usageAlerts.at(-1);
  if (!highest) return null;
  return (
    <span className="font-medium text-text">
      <StatusMark tone={limitTone(stats) === 'bad' ? 'bad' : 'soon'}>
        {`${highest.percent}% of the limit reached on ${formatShortDay(highest.reachedAt)}`}
      </StatusMark>
    </span>
  );
}

const accountSections = (data: OverviewData | null) => {
  const shown = data ?? placeholder;
  const cover = (content: ReactNode) => (data ? content : <SkeletonOver>{content}</SkeletonOver>);
  return (
    <>
      <div className="mb-9 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <UsageSection title="Account Info">{cover(<AccountInfo data={shown} />)}</UsageSection>
        <div className="grid content-start gap-y-8">
          <UsageSection title="Users">
            {cover(<AccountUsers total={shown.accountOverview.totalUsers} />)}
          </UsageSection>
          <UsageSection title="Usage Summary">
            {cover(<AccountTotals account={shown.accountOverview} />)}
          </UsageSection>
        </div>
      </div>
      <UsageSection
        className="mb-11"
        note={data ? `${dayRange(data.accountDashboardStats)}, today so far` : noteLine}
        title="Usage This Period"
      >
        {cover(<PeriodUsage plan={shown.accountOverview} stats={shown.accountDashboardStats} />)}
      </UsageSection>
    </>
  );
};

/** Invisible under the skeletons, so that they are as large as the loaded content. */
const placeholder: AccountData = {
  accountOverview: {
    accountId: 'acc_00000000000000000000',
    planName: 'Starter',
    monthlyPrice: 0,
    maxWorkflows: 10_000,
    totalUsers: 0,
    totalWorkflows: 0,
    totalCost: 0,
    unknownCostCount: 0,
    firstExecutionOn: '2026-01-01',
  },
  getAccount: { id: '', status: 'ACTIVE' },
  amountsOwed: [],
  accountDashboardStats: {
    from: '2026-01-01',
    to: '2026-01-01',
    currentPeriodExecutions: 0,
    maxWorkflows: 10_000,
    planChangedOn: null,
    limitedExecutions: 0,
    refusesOverLimit: false,
    projectedExecutions: 10_000,
    projectedOverage: 0,
    estimatedOverageCost: 0,
    currentPlan: { cost: 0 },
    cheapestPlan: { plan: { id: '', plan_name: 'Starter' }, cost: 0 },
    daysRemaining: 1,
    storedBytes: 0,
    maxStoredBytes: 1,
    usageAlerts: [],
  },
};

const base = '/dashboard/admin/workflows';
export const hrefOf = (which: CountedExecutions) => executionsAddress(base, which);

export function rangeUsage(data: OverviewData): RangeUsage {
  // The current period ends with the server's today.
  const today = data.accountDashboardStats.to;
  const days = data.usageByAccount.filter((day) => day.date <= today);
  const totals = rangeTotals(days);
  const period = spanOf(data.usageByAccount);
  const top = data.topTemplatesByUsage.map(({ name, totalExecutions }) => ({
    name,
    executions: totalExecutions,
    href: hrefOf({ ...period, template: name }),
    nameHref: templateAddress(base, name),
  }));
  return {
    period,
    hrefOf,
    today,
    days,
    totals,
    firstExecutionOn: data.accountOverview.firstExecutionOn,
    templates: templateShares(top, totals.totalExecutions, (others) => hrefOf({ ...period, ...others })),
    users: data.topUsersByUsage.map(({ userId, userName, totalExecutions }) => ({
      name: userName,
      executions: totalExecutions,
      href: hrefOf({ ...period, user: userId }),
    })),
  };
}

/** The account's id, what its plan costs and allows, and its unpaid invoices. */
function AccountInfo({ data }: { data: AccountData }) {
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
        <span className="font-mono tabular-nums">{formatPrice(account.monthlyPrice)}</span>
      </Fact>
      <Fact name="Max workflows">
        {account.maxWorkflows === null ? (
          'No limit'
        ) : (
          <>
            <NumberLink href="/dashboard/admin/account">
              <span className="font-mono tabular-nums">{formatCount(account.maxWorkflows)}</span>
            </NumberLink>
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
function AccountUsers({ total }: { total: number }) {
  return (
    <StatRow>
      <StatCell>
        <StatCaption>Total users</StatCaption>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <NumberLink href="/dashboard/admin/users">
            <StatNumber>{formatCount(total)}</StatNumber>
          </NumberLink>
          <TextLink href="/dashboard/admin/users">Manage Users</TextLink>
        </div>
      </StatCell>
    </StatRow>
  );
}

/** Everything that has run since the account was opened, and its cost. */
function AccountTotals({ account }: { account: OverviewData['accountOverview'] }) {
  const { totalCost, totalWorkflows, unknownCostCount } = account;
  const cost = costWords({ cost: totalCost, executions: totalWorkflows, unknownCostCount });
  const since = account.firstExecutionOn ? `first on ${formatDate(account.firstExecutionOn)}` : 'none so far';
  return (
    <StatRow pairs>
      <StatCell>
        <StatCaption>Total workflows</StatCaption>
        <NumberLink href={hrefOf({})}>
          <StatNumber>{formatCount(account.totalWorkflows)}</StatNumber>
        </NumberLink>
        <StatCaption>{since}</StatCaption>
      </StatCell>
      <StatCell>
        <StatCaption>Total cost</StatCaption>
        <NumberLink href={hrefOf({})}>
          <StatNumber>{cost.amount}</StatNumber>
        </NumberLink>
        <StatCaption>{cost.note ?? "calculated from the models' prices"}</StatCaption>
      </StatCell>
    </StatRow>
  );
}
