import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { TextLink } from '@/components/ui/link';

/** Replaces an account's usage before its first execution. */
export function NoExecutions() {
  return (
    <EmptyState>
      <EmptyStateTitle>No executions yet</EmptyStateTitle>
      <EmptyStateText>
        Executions will appear here after the first one. Invite developers under{' '}
        <TextLink href="/dashboard/admin/users">Manage Users</TextLink>; the{' '}
        <TextLink href="/dashboard/devdocs/quickstart">quickstart</TextLink> shows them what to call.
      </EmptyStateText>
    </EmptyState>
  );
}
