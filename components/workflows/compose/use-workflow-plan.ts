import { useMemo } from 'react';
import type { WorkflowFault } from '@/components/workflows/parse-workflow';
import { useLivePlan } from '@/components/workflows/use-live-plan';
import { createUncachedQuery } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import type { Fields } from './edit-workflow';

const planQuery = graphql(`
  query PlanWorkflow($input: StartWorkflowInput!, $fileBytes: Int) {
    planWorkflow(input: $input, fileBytes: $fileBytes) {
      estimatedTokens
      estimatedCost
      maxCost
      warnings {
        path
        message
      }
      steps {
        id
        task
        wave
        waitsFor
        condition
        model
        reason
        fallbacks
        estimatedTokens
        estimatedCost
        maxCost
      }
    }
  }
`);

/** How a workflow would run now. Costs are in US dollars. */
export type WorkflowPlan = ResultOf<typeof planQuery>['planWorkflow'];

/**
 * The plan of a workflow as it is being written.
 * @param workflow null if its text can't be read, with the fault of it
 * @param fileBytes the size of the file that comes with it; null for none
 */
export function useWorkflowPlan(
  workflow: Fields | null,
  fault: WorkflowFault | null,
  fileBytes: number | null,
) {
  const input = useMemo(
    () => workflow && JSON.stringify({ input: workflow, fileBytes }),
    [workflow, fileBytes],
  );
  const faults = useMemo(() => fault && [fault], [fault]);
  return useLivePlan({ input, faults, ask: askPlan });
}

/**
 * @param input the variables, as JSON
 * @param failure a sentence if there is no response
 * @throws Error with a sentence for people, whose cause may have faults
 */
export async function askPlan(
  input: string,
  signal: AbortSignal,
  failure = "The workflow couldn't be checked. Check your connection.",
): Promise<WorkflowPlan> {
  return (await createUncachedQuery(signal)(planQuery, JSON.parse(input), failure)).planWorkflow;
}
