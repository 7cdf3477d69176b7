import type { Tone } from '@/components/charts/progress-bar';
import { formatDollars } from '@/lib/format/money';
import { formatCountInProse } from '@/lib/format/number';
import type { OverviewData } from './overview-query';

type Stats = OverviewData['accountDashboardStats'];

/** How much of the plan's limit is used, in percent; past 100 where it is more; 0 where there is no limit. */
export const periodPercent = ({ currentPeriodExecutions, maxWorkflows }: Stats): number =>
  maxWorkflows ? (100 * currentPeriodExecutions) / maxWorkflows : 0;

/** Whether the plan has no price for what lies over its limit. */
const refuses = ({ projectedOverage, estimatedOverageCost }: Stats): boolean =>
  projectedOverage > 0 && estimatedOverageCost === 0;

/** Over the limit executions cost more, or are refused. */
export function periodTone(stats: Stats): Tone {
  const { currentPeriodExecutions, maxWorkflows } = stats;
  if (maxWorkflows === null || currentPeriodExecutions <= maxWorkflows) return 'good';
  return refuses(stats) ? 'bad' : 'soon';
}

/** What the projected overage cost is for. */
export function overageSentence(stats: Stats): string {
  if (stats.maxWorkflows === null) return 'the plan has no limit';
  if (stats.projectedOverage === 0) return 'within the limit at this pace';
  const over = `${formatCountInProse(stats.projectedOverage)} over the limit at this pace`;
  return refuses(stats) ? `${over}, refused on this plan` : over;
}

/** Which plan carries the month at this pace for the least, beside what it costs on the present one. */
export function cheapestSentence(stats: Stats, planName: string): string {
  const { cheapestPlan, projectedExecutions, projectedCost } = stats;
  const noun = projectedExecutions === 1 ? 'execution' : 'executions';
  const pace = `At this pace (${formatCountInProse(projectedExecutions)} ${noun} this month)`;
  const cheapest = cheapestPlan.plan.plan_name;
  const cost = formatDollars(cheapestPlan.cost);
  if (cheapest === planName) return `${pace} ${cheapest}, your plan, is the cheapest: ${cost}.`;
  const beside = `${pace} ${cheapest} is cheapest: ${cost}, beside ${formatDollars(projectedCost)} on ${planName}`;
  return refuses(stats) ? `${beside}, which refuses executions over its limit.` : `${beside}.`;
}
