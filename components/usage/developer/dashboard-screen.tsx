'use client';
import { type ReactNode, useRef } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { NumberLink, TextLink } from '@/components/ui/link';
import { SkeletonOver } from '@/components/ui/skeleton';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { costWords } from '@/components/usage/known-cost';
import { changedLimitSentence, LimitMeter, limitTone, storageLine } from '@/components/usage/meters';
import { type ChosenRange, useChosenRange } from '@/components/usage/range-picker';
import { dayRange } from '@/components/usage/usage-days';
import { noteLine, type RangeUsage, UsageOverview, UsageSection } from '@/components/usage/usage-overview';
import {
  type CountedExecutions,
  executionsAddress,
  templateAddress,
} from '@/components/workflows/executions-address';
import { formatShortDay } from '@/lib/format/date';
import { formatCount, formatPercent } from '@/lib/format/number';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useSessionQuery } from '@/lib/graphql-client/use-loaded';
import { FirstSteps } from './first-steps';

/** The developer dashboard: a person's own usage (docs/product.md, "Dashboard"). */
export function DashboardScreen() {
  const chosen = useChosenRange();
  const state = useDashboard(chosen.range);
  const title = useRef<HTMLHeadingElement>(null);
  const busy = state.status === 'loading' || (state.status === 'ready' && state.stale);
  return (
    <>
      <h1 className="font-semibold text-[26px] leading-tight tracking-[-0.02em]" ref={title} tabIndex={-1}>
        My Developer Dashboard
      </h1>
      {/* One line in every state, so that nothing below it moves. */}
      <p className="mt-1 mb-8 text-[15px] text-muted" role="status">
        {busy ? 'Loading your dashboard...' : 'Your own usage. Days and months are UTC.'}
      </p>
      <UsageOverview
        chosen={chosen}
        failure="Failed to load dashboard."
        noneYet={<FirstSteps />}
        state={state}
        summary={monthSection}
        title={title}
        usageOf={rangeUsage}
        viewer="developer"
      />
    </>
  );
}

const monthSection = (data: DashboardData | null) => (
  <UsageSection
    className="mb-10"
    note={data ? `${dayRange(data.month)}, today so far` : noteLine}
    title="Usage Summary"
  >
    {data ? <MonthSummary limit={data.accountLimit} month={data.month} /> : <MonthSummarySkeleton />}
    <p className="mt-3 text-[15px] print:hidden">
      <TextLink href="/dashboard/usage/what-if">What would another model have cost?</TextLink>
    </p>
  </UsageSection>
);

const base = '/dashboard/workflows';
export const hrefOf = (which: CountedExecutions) => executionsAddress(base, which);

export function rangeUsage({ month, range, usageByUser, topTemplatesByUser }: DashboardData): RangeUsage {
  // The month ends with the server's today.
  const today = month.to;
  return {
    period: { from: range.from, to: range.to },
    today,
    days: usageByUser.filter((day) => day.date <= today),
    totals: range,
    previous: range.previous,
    firstExecutionOn: month.firstExecutionOn,
    hrefOf,
    templates: topTemplatesByUser.map(({ name, totalExecutions }) => ({
      name,
      executions: totalExecutions,
      href: hrefOf({ from: range.from, to: range.to, template: name }),
      nameHref: templateAddress(base, name),
    })),
  };
}

type Month = Pick<
  DashboardData['month'],
  'from' | 'to' | 'totalExecutions' | 'successRate' | 'estimatedCost' | 'unknownCostCount'
>;
type Limit = DashboardData['accountLimit'];

interface MonthSummaryProps {
  month: Month;
  limit: Limit;
}

/** This calendar month (UTC): the person's own work, and how much of the account's limit is used. */
function MonthSummary({ month, limit }: MonthSummaryProps) {
  return (
    <StatRow>
      <StatCell>
        <MonthFacts month={month} />
      </StatCell>
      <StatCell>
        <LimitFacts limit={limit} />
      </StatCell>
    </StatRow>
  );
}

/** Blocks as large as the summary, so that nothing moves when the numbers arrive. */
function MonthSummarySkeleton() {
  const limit = {
    ...{ maxWorkflows: 1, limitedExecutions: 0, refusesOverLimit: false, resetsOn: '2026-01-01' },
    ...{ wholeMonthMaxWorkflows: 1, planChangedOn: null, storedBytes: 0, maxStoredBytes: 1 },
  };
  return (
    <StatRow>
      <StatCell>
        <SkeletonOver>
          <MonthFacts
            month={{
              from: '',
              to: '',
              totalExecutions: 0,
              successRate: 0,
              estimatedCost: 0,
              unknownCostCount: 0,
            }}
          />
        </SkeletonOver>
      </StatCell>
      <StatCell>
        <SkeletonOver>
          <LimitFacts limit={limit} />
        </SkeletonOver>
      </StatCell>
    </StatRow>
  );
}

/** The first two sentences have fixed words (docs/product.md, "Dashboard"). */
function MonthFacts({ month }: { month: Month }) {
  const cost = costWords({ ...month, cost: month.estimatedCost, executions: month.totalExecutions });
  const href = hrefOf({ from: month.from, to: month.to });
  return (
    <div className="grid gap-y-1.5">
      <p>
        {"You've run "}
        <Figure href={href}>{formatCount(month.totalExecutions)}</Figure>
        {' workflows this month.'}
      </p>
      <p>
        {'Workflow Success Rate: '}
        <Figure href={href}>{formatPercent(month.successRate)}</Figure>
      </p>
      <p>
        {'Cost this month: '}
        <Figure href={href}>{cost.amount}</Figure>
        {cost.note && ` ${cost.note}`}
      </p>
    </div>
  );
}

/** A number in a sentence, smaller than those of the cards below. */
function Figure({ href, children }: { href: string; children: ReactNode }) {
  return (
    <NumberLink href={href}>
      <b className="font-mono font-semibold text-[17px] leading-none tabular-nums">{children}</b>
    </NumberLink>
  );
}

function LimitFacts({ limit }: { limit: Limit }) {
  const changedLimit = changedLimitSentence(limit);
  return (
    <>
      <StatCaption>Your account's limit this month</StatCaption>
      {limit.maxWorkflows ? (
        <LimitMeter limit={limit.maxWorkflows} tone={limitTone(limit)} used={limit.limitedExecutions} />
      ) : (
        <p>
          <StatNumber>{limit.maxWorkflows === null ? 'No limit' : 'No plan'}</StatNumber>
        </p>
      )}
      <div className="mt-1.5">
        {changedLimit && <StatCaption>{changedLimit}</StatCaption>}
        <StatCaption>{limitSentence(limit)}</StatCaption>
        <StatCaption>{storageLine(limit)}</StatCaption>
      </div>
    </>
  );
}

/** The effect of the limit on the next execution, and until when. */
export function limitSentence(limit: Limit): string {
  const day = formatShortDay(limit.resetsOn);
  if (limit.maxWorkflows === null) return "The account's plan doesn't limit executions.";
  if (limit.maxWorkflows === 0) return 'The account has no plan this month. An admin can choose one.';
  switch (limitTone(limit)) {
    case 'good':
      return `Executions of all its users, which admins can list. The count starts again on ${day}.`;
    case 'soon':
      return `The limit is used up. Until ${day}, each further execution costs extra.`;
    case 'bad':
      return `The limit is used up. Until ${day}, executions are refused unless an admin changes the plan.`;
  }
}

/** Everything the developer dashboard shows, in one request: this month, the account's limit, and the chosen range. */
export const dashboardQuery = graphql(`
  query DeveloperDashboard($userId: ID!, $days: Int, $from: Date, $to: Date) {
    month: userDashboardStats(userId: $userId) {
      ...Period
      firstExecutionOn
    }
    accountLimit {
      maxWorkflows
      wholeMonthMaxWorkflows
      planChangedOn
      limitedExecutions
      refusesOverLimit
      resetsOn
      storedBytes
      maxStoredBytes
    }
    range: userDashboardStats(userId: $userId, days: $days, from: $from, to: $to) {
      ...Period
      previous {
        ...Period
      }
    }
    usageByUser(userId: $userId, timeframe: "daily", days: $days, from: $from, to: $to) {
      date
      requestCount
      successCount
      totalTokens
      totalCost
      unknownCostCount
    }
    topTemplatesByUser(userId: $userId, limit: 5, days: $days, from: $from, to: $to) {
      name
      totalExecutions
    }
  }

  fragment Period on UserDashboardStats @_unmask {
    from
    to
    totalExecutions
    totalTokens
    estimatedCost
    unknownCostCount
    successRate
  }
`);

/** Counts, US dollars, percent from 0 to 100, UTC days; the oldest day and the most used template first. */
type DashboardData = ResultOf<typeof dashboardQuery>;

/** The signed-in person's usage: the month, the days of the range, and the limit of the account. */
function useDashboard(range: ChosenRange) {
  const { user } = useSession();
  const userId = user?.id ?? '';
  return useSessionQuery(dashboardQuery, { userId, ...range }, userId);
}
