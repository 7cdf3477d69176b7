'use client';
import { useState } from 'react';
import { useClient } from 'urql';
import { useListPlace } from '@/components/ui/use-list-place';
import { usePolling } from '@/components/workflows/use-polling';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { type BulkRun, bulkRunFragment, isUnderWay } from './bulk-run';

const runsQuery = graphql(
  `
    query BulkRuns($limit: Int, $after: ID, $before: ID, $userId: ID, $status: BulkJobStatus) {
      listBulkJobs(limit: $limit, after: $after, before: $before, userId: $userId, status: $status) {
        ...BulkRunParts
      }
    }
  `,
  [bulkRunFragment],
);

/** The same page as it is now. A document of its own: if a reading fails, the list on show stays. */
const runsNowQuery = graphql(
  `
    query BulkRunsNow($limit: Int, $after: ID, $before: ID, $userId: ID, $status: BulkJobStatus) {
      listBulkJobs(limit: $limit, after: $after, before: $before, userId: $userId, status: $status) {
        ...BulkRunParts
      }
    }
  `,
  [bulkRunFragment],
);

/** Which runs to list; null means any. */
export interface RunFilters {
  userId: string | null;
  status: BulkRun['status'] | null;
}

/** How often (ms) the runs on show are read again while one of them is under way. */
const readEvery = 2_000;

/** Runs that match the filters, newest first, a page of 20 at a time; runs under way are kept up to date in place. */
export function useBulkRuns(filters: RunFilters): CursorList<BulkRun> {
  const client = useClient();
  const list = useCursorList({
    query: runsQuery,
    variables: { ...filters },
    ...useListPlace(),
    rowsOf: ({ listBulkJobs }) => listBulkJobs,
    typename: 'BulkJob',
  });
  const { state, page } = list;
  const asked = { ...filters, ...page };
  const key = JSON.stringify(asked);
  const [latest, setLatest] = useState<{ key: string; rows: BulkRun[] }>({ key, rows: [] });
  const read = latest.key === key ? latest.rows : [];
  const listed = state.status === 'ready' ? state.rows : [];
  // A run that has ended no longer changes by itself, and the list may be newer than the reading.
  const rows = listed.map((row) => (isUnderWay(row) && read.find(({ id }) => id === row.id)) || row);
  usePolling(
    async () => {
      const data = await queryFresh(client, runsNowQuery, asked).catch(() => null);
      if (data) setLatest({ key, rows: data.listBulkJobs });
    },
    state.status === 'ready' && rows.some(isUnderWay) ? readEvery : null,
  );
  return state.status === 'ready' ? { ...list, state: { ...state, rows } } : list;
}
