import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';

const createKey = `mutation {
  createAPIKey(
    scopes: { read: true, write: true }
  ) {
    rawKey
    apiKey { id status }
  }
}`;

/** What somebody can do whose executions are all still to come. */
export function FirstSteps() {
  return (
    <div className="grid min-h-[300px]">
      <EmptyState>
        <EmptyStateTitle>No executions in the last 30 days</EmptyStateTitle>
        <EmptyStateText>
          Workflows cannot be run yet: that comes with a later release. The GraphQL API answers today. Create
          your API key now: POST this mutation to{' '}
          <code className="font-mono text-[13.5px] text-text">/api/graphql</code> with the bearer token that{' '}
          <code className="font-mono text-[13.5px] text-text">signIn</code> returns. The raw key is shown
          once.
        </EmptyStateText>
        <EmptyStateAction>
          <figure className="max-w-[62ch] overflow-hidden rounded-panel bg-ink text-on-ink">
            <figcaption className="flex items-center justify-between border-rule-dark border-b py-2 pr-2 pl-4 font-mono text-on-ink-muted text-xs">
              create-key.graphql
              <CopyButton value={createKey} variant="quiet" what="the createAPIKey mutation" />
            </figcaption>
            <pre className="whitespace-pre-wrap px-4 py-3 font-mono text-[13px] leading-relaxed">
              {createKey}
            </pre>
          </figure>
        </EmptyStateAction>
      </EmptyState>
    </div>
  );
}
