'use client';
import { useCallback } from 'react';
import { type Client, CombinedError, useClient } from 'urql';
import { queryFresh } from '@/lib/graphql-client/calls';
import { hasErrorCode, nullIfMissing } from '@/lib/graphql-client/client-errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import { calledModels } from './compare-jobs';
import { isUnderWay, type JobRow, jobRowFragment } from './job';
import { useReloading } from './use-polling';

const comparedQuery = graphql(
  `
    query ComparedJob($id: ID!, $texts: Boolean!) {
      getJobResult(jobId: $id) {
        ...JobRow
        attempts
        tokensIn
        tokensOut
        contentRemoved
        input @include(if: $texts)
        variables @include(if: $texts)
        inputFile @include(if: $texts) {
          name
          bytes
          beginning
        }
        steps {
          id
          task
          status
          model
          attempts
          tokensIn
          tokensOut
          cost
          startedAt
          finishedAt
          reusedFrom
          approval {
            state
          }
          outputBytes
          output @include(if: $texts)
          definition @include(if: $texts)
        }
      }
      listAttempts(jobId: $id) {
        stepId
        model
        outcome
      }
    }
  `,
  [jobRowFragment],
);

type ReadJob = ResultOf<typeof comparedQuery>['getJobResult'];

/** A step with the models that it called, in the order of their first calls. */
export type ComparedJobStep = ReadJob['steps'][number] & { called: readonly string[] };

/** A job to be compared; without its texts if they don't fit one response. */
export type ComparedJob = Omit<ReadJob, 'steps'> & { steps: readonly ComparedJobStep[] };

/** How often (ms) a job under way is read again. */
const EVERY = 2_000;

/** One of two jobs; null if there is none that the person may see, or no id. It's read again until it has ended. */
export function useComparedJob(id: string | null): Loaded<ComparedJob | null> {
  const client = useClient();
  const read = useCallback(
    () => (id === null ? Promise.resolve(null) : readJob(client, id, true)),
    [client, id],
  );
  const loaded = useLoaded(read, "The job couldn't be loaded.");
  const job = loaded.status === 'ready' ? loaded.data : null;
  useReloading(loaded, read, job && isUnderWay(job) ? EVERY : null);
  return loaded;
}

async function readJob(client: Client, id: string, texts: boolean): Promise<ComparedJob | null> {
  try {
    const found = await nullIfMissing(queryFresh(client, comparedQuery, { id, texts }));
    if (!found) return null;
    const { getJobResult: job, listAttempts } = found;
    const called = calledModels(listAttempts);
    return { ...job, steps: job.steps.map((step) => ({ ...step, called: called.get(step.id) ?? [] })) };
  } catch (error) {
    const isTooLarge = error instanceof CombinedError && hasErrorCode(error, 'RESPONSE_TOO_LARGE');
    if (texts && isTooLarge) return readJob(client, id, false);
    throw error;
  }
}

const alikeQuery = graphql(
  `
    query JobsOfTemplate($template: String!, $userId: ID) {
      listJobs(limit: 20, template: $template, userId: $userId) {
        ...JobRow
      }
    }
  `,
  [jobRowFragment],
);

/** The newest jobs of a template. @param userId of their starter; null: anyone whose jobs the viewer may see */
export function useJobsOfTemplate(template: string, userId: string | null): Loaded<JobRow[]> {
  const client = useClient();
  const read = useCallback(
    async () => (await queryFresh(client, alikeQuery, { template, userId })).listJobs,
    [client, template, userId],
  );
  return useLoaded(read, "The jobs couldn't be loaded.");
}
