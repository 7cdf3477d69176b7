import { useMemo } from 'react';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { RankingPanel } from '@/components/usage/ranking-panel';
import type { DaySpan } from '@/components/usage/usage-day';
import type { OverviewData } from './overview-query';
import { templateShares } from './template-shares';

interface TopTemplatesProps {
  templates: OverviewData['topTemplatesByUsage'];
  /** Of all templates. */
  totalExecutions: number;
  period: DaySpan;
}

/** What the account's executions were of: the five templates of the most, and all others together. */
export function TopTemplates({ templates, totalExecutions, period }: TopTemplatesProps) {
  const entries = useMemo(() => templateShares(templates, totalExecutions), [templates, totalExecutions]);
  return (
    <RankingPanel
      chart="Pie"
      empty={
        <EmptyState>
          <EmptyStateTitle>No templates used in this range</EmptyStateTitle>
          <EmptyStateText>The five that run most will stand here.</EmptyStateText>
        </EmptyState>
      }
      entries={entries}
      note="Top five of all executions"
      period={period}
      thing={{ head: 'Template', word: 'template', fileName: 'top-templates' }}
      title="Top Templates"
    />
  );
}
