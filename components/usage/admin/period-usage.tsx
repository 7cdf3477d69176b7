import { NumberLink, TextLink } from '@/components/ui/link';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { changedLimitSentence, LimitMeter, limitTone, StorageMeter } from '@/components/usage/meters';
import { executionsAddress } from '@/components/workflows/executions-address';
import { formatDollars, formatMoney } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { addMonths } from '@/lib/rules/day';
import type { OverviewData } from './use-overview';

/** The account's plan, whose limit is that of a whole month on it. */
type Plan = Pick<OverviewData['accountOverview'], 'planName' | 'maxWorkflows'>;

interface PeriodUsageProps {
  stats: OverviewData['accountDashboardStats'];
  plan: Plan;
}

/** The current billing period: what is used, how long it lasts, and how it will end at this pace. */
export function PeriodUsage({ stats, plan }: PeriodUsageProps) {
  const { from, to, maxWorkflows, limitedExecutions, currentPeriodExecutions } = stats;
  const list = executionsAddress('/dashboard/admin/workflows', { from, to });
  // Executions on unlimited days don't count against it, and no list has only the others.
  const isWhole = maxWorkflows === null || limitedExecutions === currentPeriodExecutions;
  const changedLimit = changedLimitSentence({
    ...stats,
    wholeMonthMaxWorkflows: plan.maxWorkflows,
    resetsOn: addMonths(from, 1),
  });
  return (
    <>
      <StatRow>
        <StatCell>
          <StatCaption>Executions used</StatCaption>
          <LimitMeter
            href={isWhole ? list : undefined}
            limit={maxWorkflows}
            tone={limitTone(stats)}
            used={maxWorkflows === null ? currentPeriodExecutions : limitedExecutions}
          />
          {changedLimit && <StatCaption>{changedLimit}</StatCaption>}
          {!isWhole && (
            <StatCaption>
              of <NumberLink href={list}>{formatCount(currentPeriodExecutions)}</NumberLink> in this period:
              unlimited days don't count
            </StatCaption>
          )}
        </StatCell>
        <StatCell>
          <StatCaption>Days remaining in cycle</StatCaption>
          <StatNumber>{formatCount(stats.daysRemaining)}</StatNumber>
          <StatCaption>today included</StatCaption>
        </StatCell>
        <StatCell>
          <StatCaption>Projected overage cost</StatCaption>
          <StatNumber>{formatDollars(stats.estimatedOverageCost)}</StatNumber>
          <StatCaption>{overageSentence(stats)}</StatCaption>
        </StatCell>
        <StatCell>
          <StorageMeter storage={stats} />
        </StatCell>
      </StatRow>
      <CheapestPlan plan={plan} stats={stats} />
    </>
  );
}

/** The cheapest plan at this pace, with a link to change to it. */
function CheapestPlan({ stats, plan }: PeriodUsageProps) {
  return (
    <p className="mt-4 text-[15px]">
      {cheapestSentence(stats, plan)}
      {stats.cheapestPlan.plan.plan_name === plan.planName ? null : (
        <>
          {' Change it under '}
          <TextLink href="/dashboard/admin/account">Account Details</TextLink>.
        </>
      )}
    </p>
  );
}

type Stats = OverviewData['accountDashboardStats'];

/** The reason for the projected overage cost. */
export function overageSentence(stats: Stats): string {
  const { maxWorkflows, projectedOverage, refusesOverLimit } = stats;
  if (maxWorkflows === null)
    return projectedOverage === 0
      ? 'the plan has no limit'
      : `${formatCount(projectedOverage)} over the limit of the plan before`;
  if (projectedOverage === 0) return 'within the limit at this pace';
  const over = `${formatCount(projectedOverage)} over the limit at this pace`;
  return refusesOverLimit ? `${over}, refused on this plan` : over;
}

/** The cheapest plan for a whole month at this pace, compared with the current plan. */
export function cheapestSentence(stats: Stats, { planName, maxWorkflows }: Plan): string {
  const { cheapestPlan, projectedExecutions, currentPlan, refusesOverLimit } = stats;
  const noun = projectedExecutions === 1 ? 'execution' : 'executions';
  const pace = `At this pace (${formatCount(projectedExecutions)} ${noun} a month)`;
  const cheapest = cheapestPlan.plan.plan_name;
  const cost = formatMoney(cheapestPlan.cost, 'USD');
  if (cheapest === planName) return `${pace} ${cheapest}, your plan, is the cheapest: ${cost}.`;
  const comparison = `${pace} ${cheapest} is cheapest: ${cost}, compared with ${formatMoney(currentPlan.cost, 'USD')} on ${planName}`;
  // Not this month's limit, which a larger plan before may have raised.
  const refuses = refusesOverLimit && maxWorkflows !== null && projectedExecutions > maxWorkflows;
  return refuses ? `${comparison}, which refuses executions over its limit.` : `${comparison}.`;
}
