'use client';
import { useCallback } from 'react';
import { type Client, useClient } from 'urql';
import { queryFresh } from '@/lib/graphql-client/calls';
import { nullIfMissing } from '@/lib/graphql-client/client-errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useLoaded } from '@/lib/graphql-client/use-loaded';

const planQuery = graphql(`
  query JobPlan($id: ID!) {
    getJobPlan(jobId: $id) {
      estimatedCost
      maxCost
      steps {
        id
        waitsFor
        model
        fallbacks
        estimatedTokens
        estimatedOutputTokens
        estimatedCost
        maxCost
        prices {
          input
          cachedInput
          cacheWrite
          output
          reasoning
        }
      }
    }
  }
`);

/** An estimate of a job's cost in US dollars, and how it would run. */
export type JobPlan = NonNullable<ResultOf<typeof planQuery>['getJobPlan']>;

/**
 * The plan of a job, which doesn't change. It is null while it loads, if its workflow is no longer kept, and if it can't
 * be loaded. The page then shows what it has without it.
 */
export function useJobPlan(id: string): JobPlan | null {
  const client = useClient();
  const read = useCallback(() => readPlan(client, id), [client, id]);
  const loaded = useLoaded(read, "The job's plan couldn't be loaded.");
  return loaded.status === 'ready' ? loaded.data : null;
}

/** @returns null also for a job that was deleted since */
const readPlan = async (client: Client, id: string): Promise<JobPlan | null> =>
  (await nullIfMissing(queryFresh(client, planQuery, { id })))?.getJobPlan ?? null;
