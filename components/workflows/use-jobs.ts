'use client';
import { graphql } from '@/lib/graphql-client/graphql';
import { isUnderWay, type JobRow, jobRowFragment } from './job';
import { type LiveList, useLiveList } from './use-live-list';

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

/**
 * Jobs that match the filters, newest first and live.
 * @param pause reads none, because the filters can't be used
 */
export const useJobs = (filters: JobFilters, { pause }: { pause: boolean }): LiveList<JobRow> =>
  useLiveList({
    query: jobsQuery,
    queryNow: jobsNowQuery,
    filters,
    rowsOf: ({ listJobs }) => listJobs,
    typename: 'Job',
    isUnderWay,
    pause,
  });
