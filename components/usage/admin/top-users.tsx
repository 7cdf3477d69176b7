import { useMemo } from 'react';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { RankingPanel } from '@/components/usage/ranking-panel';
import type { DaySpan } from '@/components/usage/usage-day';
import type { OverviewData } from './overview-query';

interface TopUsersProps {
  users: OverviewData['topUsersByUsage'];
  period: DaySpan;
}

/** Executions per user, at most the five who ran most. */
export function TopUsers({ users, period }: TopUsersProps) {
  const entries = useMemo(
    () => users.map(({ userName, totalExecutions }) => ({ name: userName, executions: totalExecutions })),
    [users],
  );
  return (
    <RankingPanel
      chart="Bar"
      empty={
        <EmptyState>
          <EmptyStateTitle>Nobody ran anything in this range</EmptyStateTitle>
          <EmptyStateText>The five users who run most will stand here.</EmptyStateText>
        </EmptyState>
      }
      entries={entries}
      note="Top five"
      period={period}
      thing={{ head: 'User', word: 'user', fileName: 'top-users' }}
      title="Top Users"
    />
  );
}
