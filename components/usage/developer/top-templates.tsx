import { useMemo } from 'react';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { RankingPanel } from '@/components/usage/ranking-panel';
import type { DashboardData, Period } from './dashboard-query';

interface TopTemplatesProps {
  templates: DashboardData['topTemplatesByUser'];
  period: Period;
}

/** Total executions per template name, at most the five of the most. */
export function TopTemplates({ templates, period }: TopTemplatesProps) {
  const entries = useMemo(
    () => templates.map(({ name, totalExecutions }) => ({ name, executions: totalExecutions })),
    [templates],
  );
  return (
    <RankingPanel
      chart="Bar"
      empty={
        <EmptyState>
          <EmptyStateTitle>No templates used in this range</EmptyStateTitle>
          <EmptyStateText>The five you run most will stand here, from the first execution on.</EmptyStateText>
        </EmptyState>
      }
      entries={entries}
      note="Top five"
      period={period}
      thing={{ head: 'Template', word: 'template', fileName: 'top-templates' }}
      title="Top Templates Used"
    />
  );
}
