'use client';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { TextLink } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { WholeWords } from '@/components/ui/whole-words';
import { formatCount, formatPercent } from '@/lib/format/number';
import type { WebhookEndpoint } from './use-webhooks';

/** The servers that got callbacks in the last days, each with its success rate. */
export function EndpointsTable({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  if (endpoints.length === 0)
    return (
      <EmptyState>
        <EmptyStateTitle>No deliveries in the last 7 days</EmptyStateTitle>
        <EmptyStateText>
          To receive messages at the end of jobs, name your addresses in a workflow's{' '}
          <TextLink href="/dashboard/devdocs/webhooks/overview">callbacks</TextLink>.
        </EmptyStateText>
      </EmptyState>
    );
  return (
    <>
      <p className="mb-2 text-[15px] text-muted">
        Deliveries of the last 7 days, by the server that they went to.
      </p>
      <DataTable
        columns={[
          {
            head: 'Endpoint',
            minWidth: 260,
            priority: 9,
            cell: ({ url }) => <WholeWords className="font-medium" text={url} />,
          },
          {
            head: 'Success',
            minWidth: 96,
            priority: 5,
            kind: 'number',
            cell: ({ successRate }) => formatPercent(100 * successRate),
          },
          {
            head: 'Delivered',
            minWidth: 104,
            priority: 3,
            kind: 'number',
            cell: ({ delivered }) => formatCount(delivered),
          },
          {
            head: 'Failed',
            minWidth: 86,
            priority: 3,
            kind: 'number',
            cell: ({ failed }) => formatCount(failed),
          },
          {
            head: 'Last failure',
            minWidth: 240,
            priority: 2,
            cell: ({ lastFailure }) =>
              lastFailure ? <LastFailure failure={lastFailure} /> : <span className="text-muted">None</span>,
          },
        ]}
        keyOf={({ url }) => url}
        label="Endpoints"
        rows={endpoints}
      />
    </>
  );
}

function LastFailure({ failure }: { failure: NonNullable<WebhookEndpoint['lastFailure']> }) {
  const { at, code, message, status } = failure;
  return (
    <span className="grid">
      <Moment at={at} />
      <span className="wrap-anywhere text-[13px] text-muted">
        {status === null ? (message ?? code) : `HTTP ${status}`}
      </span>
    </span>
  );
}
