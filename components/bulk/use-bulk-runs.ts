'use client';
import { type LiveList, useLiveList } from '@/components/workflows/use-live-list';
import { graphql } from '@/lib/graphql-client/graphql';
import { type BulkRun, bulkRunFragment, isUnderWay } from './bulk-run';

const runsQuery = graphql(
  `
    query BulkRuns($limit: Int, $after: ID, $before: ID, $userId: ID, $name: String, $status: BulkJobStatus) {
      listBulkJobs(limit: $limit, after: $after, before: $before, userId: $userId, name: $name, status: $status) {
        ...BulkRunParts
      }
    }
  `,
  [bulkRunFragment],
);

/** Which runs to list; null means any. */
export interface RunFilters {
  userId: string | null;
  name: string | null;
  status: BulkRun['status'] | null;
}

/** Runs that match the filters, newest first and live. */
export const useBulkRuns = (filters: RunFilters): LiveList<BulkRun> =>
  useLiveList({
    query: runsQuery,
    filters,
    rowsOf: ({ listBulkJobs }) => listBulkJobs,
    typename: 'BulkJob',
    isUnderWay,
  });
