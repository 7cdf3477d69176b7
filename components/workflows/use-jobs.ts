'use client';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { isUnderWay, type ListedJob, listedJobFragment } from './job';
import { type LiveList, useLiveList } from './use-live-list';

/** The limit is written out: the server counts the models and errors that a document could return. */
export const jobsQuery = graphql(
  `
    query Jobs(
      $after: ID
      $before: ID
      $userId: ID
      $search: String
      $metadata: [JobMetadataInput!]
      $template: String
      $status: JobStatus
      $errorCode: String
      $failureCode: String
      $model: String
      $callOutcome: String
      $exceptTemplates: [String!]
      $apiKeyId: ID
      $withFallbacks: Boolean
      $costOver: Float
      $durationOver: Float
      $from: Date
      $to: Date
      $endedFrom: Date
      $endedTo: Date
      $withBulkRows: Boolean
      $onlyExecutions: Boolean
      $awaitsApproval: Boolean
    ) {
      searchJobs(
        after: $after
        before: $before
        userId: $userId
        search: $search
        metadata: $metadata
        template: $template
        status: $status
        errorCode: $errorCode
        failureCode: $failureCode
        model: $model
        callOutcome: $callOutcome
        exceptTemplates: $exceptTemplates
        apiKeyId: $apiKeyId
        withFallbacks: $withFallbacks
        costOver: $costOver
        durationOver: $durationOver
        from: $from
        to: $to
        endedFrom: $endedFrom
        endedTo: $endedTo
        withBulkRows: $withBulkRows
        onlyExecutions: $onlyExecutions
        awaitsApproval: $awaitsApproval
      ) {
        jobs(limit: 21) {
          ...ListedJob
          errorCodes
        }
        continueFrom
      }
    }
  `,
  [listedJobFragment],
);

type TextFilter =
  | 'userId'
  | 'search'
  | 'template'
  | 'errorCode'
  | 'failureCode'
  | 'model'
  | 'callOutcome'
  | 'apiKeyId'
  | 'from'
  | 'to'
  | 'endedFrom'
  | 'endedTo';

/** A listed job, with the codes that a search may have found. */
export type FoundJob = ResultOf<typeof jobsQuery>['searchJobs']['jobs'][number];

/** Which jobs to list; null means any. Cost in US dollars, duration in seconds. */
export type JobFilters = Record<TextFilter, string | null> &
  Record<'withFallbacks' | 'withBulkRows' | 'onlyExecutions' | 'awaitsApproval', boolean | null> &
  Record<'costOver' | 'durationOver', number | null> & {
    status: ListedJob['status'] | null;
    exceptTemplates: string[] | null;
    metadata: { key: string; value: string }[] | null;
  };

/**
 * Jobs that match the filters, newest first and live.
 * @param pause reads none, because the filters can't be used
 */
export const useJobs = (filters: JobFilters, { pause }: { pause: boolean }): LiveList<FoundJob> =>
  useLiveList({
    query: jobsQuery,
    filters,
    rowsOf: ({ searchJobs }) => searchJobs.jobs,
    continueFromOf: ({ searchJobs }) => searchJobs.continueFrom,
    typename: 'Job',
    isUnderWay,
    pause,
  });
