'use client';
import { useCallback } from 'react';
import { useClient } from 'urql';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useLoaded } from '@/lib/graphql-client/use-loaded';

const planQuery = graphql(`
  query JobPlan($id: ID!) {
    getJobPlan(jobId: $id) {
      estimatedCost
      steps {
        id
        waitsFor
      }
    }
  }
`);

/** An estimate of a job's cost in US dollars, and what its steps wait for. */
export type JobPlan = NonNullable<ResultOf<typeof planQuery>['getJobPlan']>;

/**
 * The plan of a job, which doesn't change. It is null while it loads, if its workflow is no longer kept, and if it can't
 * be loaded. The page then shows what it has without it.
 */
export function useJobPlan(id: string): JobPlan | null {
  const client = useClient();
  const read = useCallback(
    async () => (await queryFresh(client, planQuery, { id })).getJobPlan,
    [client, id],
  );
  const loaded = useLoaded(read, "The job's plan couldn't be loaded.");
  return loaded.status === 'ready' ? loaded.data : null;
}
