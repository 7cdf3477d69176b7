import { type Client, CombinedError } from 'urql';
import { queryFresh } from '@/lib/graphql-client/calls';
import { hasErrorCode } from '@/lib/graphql-client/client-errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

const requestQuery = graphql(`
  query JobRequest($id: ID!) {
    getJobResult(jobId: $id) {
      jobId
      workflow
      inputFile {
        name
        bytes
        beginning
      }
      apiKey {
        id
        name
        hint
      }
    }
  }
`);

/** The request that started a job, and its key. */
export type JobRequest = ResultOf<typeof requestQuery>['getJobResult'];

/** @throws Error */
export async function readJobRequest(client: Client, id: string): Promise<JobRequest> {
  return (await queryFresh(client, requestQuery, { id })).getJobResult;
}

const promptQuery = graphql(`
  query StepPrompt($id: ID!, $steps: [ID!], $values: Boolean!) {
    getJobResult(jobId: $id) {
      jobId
      steps(ids: $steps) {
        id
        definition
        conditionValues @include(if: $values)
        moreMessages
        messages {
          role
          content
          ending
          bytes
          attempt
        }
      }
    }
  }
`);

/** The definition of a step, the values of its condition, and its messages to models. */
export type StepPrompt = ResultOf<typeof promptQuery>['getJobResult']['steps'][number];
export type PromptMessage = NonNullable<StepPrompt['messages']>[number];

/**
 * @returns without `conditionValues` if they are too large for a response
 * @throws Error
 */
export async function readStepPrompt(
  client: Client,
  id: string,
  step: string,
  values = true,
): Promise<StepPrompt> {
  try {
    const { getJobResult } = await queryFresh(client, promptQuery, { id, steps: [step], values });
    const [found] = getJobResult.steps;
    if (!found) throw new Error('The job has no such step.');
    return found;
  } catch (error) {
    const isTooLarge = error instanceof CombinedError && hasErrorCode(error, 'RESPONSE_TOO_LARGE');
    if (!isTooLarge || !values) throw error;
    return readStepPrompt(client, id, step, false);
  }
}
