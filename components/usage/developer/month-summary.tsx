import type { ReactNode } from 'react';
import { SkeletonOver } from '@/components/ui/skeleton';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { costWords } from '@/components/usage/known-cost';
import { LimitMeter, limitTone, storageLine } from '@/components/usage/meters';
import { formatShortDay } from '@/lib/format/date';
import { formatCount } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';
import type { DashboardData } from './use-dashboard';

type Month = Pick<
  DashboardData['month'],
  'totalExecutions' | 'successRate' | 'estimatedCost' | 'unknownCostCount'
>;
type Limit = DashboardData['accountLimit'];

interface MonthSummaryProps {
  month: Month;
  limit: Limit;
}

/** This calendar month (UTC): the person's own work, and how much of the account's limit is used. */
export function MonthSummary({ month, limit }: MonthSummaryProps) {
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
export function MonthSummarySkeleton() {
  const limit = {
    ...{ maxWorkflows: 1, limitedExecutions: 0, refusesOverLimit: false, resetsOn: '2026-01-01' },
    ...{ storedBytes: 0, maxStoredBytes: 1 },
  };
  return (
    <StatRow>
      <StatCell>
        <SkeletonOver>
          <MonthFacts month={{ totalExecutions: 0, successRate: 0, estimatedCost: 0, unknownCostCount: 0 }} />
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
  return (
    <div className="grid gap-y-1.5">
      <p>
        {"You've run "}
        <Figure>{formatCount(month.totalExecutions)}</Figure>
        {' workflows this month.'}
      </p>
      <p>
        {'Workflow Success Rate: '}
        <Figure>{formatPercent(month.successRate)}</Figure>
      </p>
      <p>
        {'Cost this month: '}
        <Figure>{cost.amount}</Figure>
        {cost.note && ` ${cost.note}`}
      </p>
    </div>
  );
}

/** A number in a sentence, smaller than those of the cards below. */
function Figure({ children }: { children: ReactNode }) {
  return <b className="font-mono font-semibold text-[17px] leading-none tabular-nums">{children}</b>;
}

function LimitFacts({ limit }: { limit: Limit }) {
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
        <StatCaption>{limitSentence(limit)}</StatCaption>
        <StatCaption>{storageLine(limit)}</StatCaption>
      </div>
    </>
  );
}

/** What the limit means for the next execution, and until when. */
export function limitSentence(limit: Limit): string {
  const day = formatShortDay(limit.resetsOn);
  if (limit.maxWorkflows === null) return "The account's plan doesn't limit executions.";
  if (limit.maxWorkflows === 0) return 'The account has no plan this month. An admin can choose one.';
  switch (limitTone(limit)) {
    case 'good':
      return `Executions of all its users. The count starts again on ${day}.`;
    case 'soon':
      return `The limit is used up. Until ${day}, each further execution costs extra.`;
    case 'bad':
      return `The limit is used up. Until ${day}, executions are refused unless an admin changes the plan.`;
  }
}
