import type { RankedEntry } from '@/components/usage/ranking';
import type { OverviewData } from './overview-query';

/** The top templates and, where they are not all, one entry for the rest: together they are all executions. */
export function templateShares(
  templates: OverviewData['topTemplatesByUsage'],
  totalExecutions: number,
): RankedEntry[] {
  const named = templates.map((template) => ({ name: template.name, executions: template.totalExecutions }));
  const rest = totalExecutions - named.reduce((sum, { executions }) => sum + executions, 0);
  return rest > 0 ? [...named, { name: 'Other templates', executions: rest, isRest: true }] : named;
}
