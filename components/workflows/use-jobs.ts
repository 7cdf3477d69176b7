'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import { useClient } from 'urql';
import { useListPlace } from '@/components/ui/use-list-place';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { isUnderWay, type JobRow, jobRowFragment } from './job';
import { usePolling } from './use-polling';

const jobsQuery = graphql(
  `
    query Jobs(
      $limit: Int
      $after: ID
      $before: ID
      $userId: ID
      $name: String
      $status: JobStatus
      $errorCode: String
      $from: Date
      $to: Date
    ) {
      listJobs(
        limit: $limit
        after: $after
        before: $before
        userId: $userId
        name: $name
        status: $status
        errorCode: $errorCode
        from: $from
        to: $to
      ) {
        ...JobRow
      }
    }
  `,
  [jobRowFragment],
);

/** The same page as it is now. A document of its own: if a reading fails, the list on show stays. */
const jobsNowQuery = graphql(
  `
    query JobsNow(
      $limit: Int
      $after: ID
      $before: ID
      $userId: ID
      $name: String
      $status: JobStatus
      $errorCode: String
      $from: Date
      $to: Date
    ) {
      listJobs(
        limit: $limit
        after: $after
        before: $before
        userId: $userId
        name: $name
        status: $status
        errorCode: $errorCode
        from: $from
        to: $to
      ) {
        ...JobRow
      }
    }
  `,
  [jobRowFragment],
);

/** Which jobs to list; null means any. */
export type JobFilters = Record<'userId' | 'name' | 'errorCode' | 'from' | 'to', string | null> & {
  status: JobRow['status'] | null;
};

/** How often (ms) the jobs on show are read again: while one of them runs, and while only new ones can come. */
const readEvery = { running: 2_000, resting: 10_000 };

/**
 * Jobs that match the filters, newest first, a page of 20 at a time; running jobs are kept up to date in place.
 * @param pause reads none, because the filters can't be used
 */
export function useJobs(
  filters: JobFilters,
  { pause }: { pause: boolean },
): { list: CursorList<JobRow>; hasNew: boolean } {
  const client = useClient();
  const list = useCursorList({
    query: jobsQuery,
    variables: filters,
    ...useListPlace(),
    rowsOf: ({ listJobs }) => listJobs,
    typename: 'Job',
    pause,
  });
  const { state, page } = list;
  const asked = { ...filters, ...page };
  const key = JSON.stringify(asked);
  const [latest, setLatest] = useState<{ key: string; rows: JobRow[] }>({ key, rows: [] });
  const read = latest.key === key ? latest.rows : [];

  const listed = state.status === 'ready' ? state.rows : [];
  // An ended job no longer changes, and the list may be newer than the reading.
  const rows = listed.map((row) => (isUnderWay(row) && read.find(({ id }) => id === row.id)) || row);
  const isFirst = page.after === null && page.before === null;
  const newest = isFirst && state.status === 'ready' && !state.turning ? read[0] : undefined;
  const hasNew = newest !== undefined && !listed.some(({ id }) => id === newest.id);

  const resting = isFirst ? readEvery.resting : null;
  const every = rows.some(isUnderWay) ? readEvery.running : resting;
  usePolling(
    async () => {
      const data = await queryFresh(client, jobsNowQuery, asked).catch(() => null);
      if (data) setLatest({ key, rows: data.listJobs });
    },
    state.status === 'ready' ? every : null,
  );

  // If the list is empty, nothing moves.
  const isFirstJob = hasNew && listed.length === 0;
  const reload = useEffectEvent(list.reload);
  useEffect(() => {
    if (isFirstJob) reload();
  }, [isFirstJob]);

  return { list: state.status === 'ready' ? { ...list, state: { ...state, rows } } : list, hasNew };
}
