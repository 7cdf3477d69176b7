import { useLivePlan } from '@/components/workflows/use-live-plan';
import { createUncachedQuery } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import type { RunInput } from './run-draft';

const planQuery = graphql(`
  query PlanBulkRun($input: StartBulkWorkflowInput!) {
    planBulkWorkflow(input: $input) {
      rowCount
      skippedCount
      estimatedTokens
      estimatedCost
      maxCost
      shortest {
        line
        estimatedTokens
        estimatedCost
        maxCost
      }
      longest {
        line
        estimatedTokens
        estimatedCost
        maxCost
      }
      steps {
        id
        task
        condition
        model
        reason
      }
      problemCount
      problems {
        line
        stepId
        message
      }
      example {
        line
        steps {
          stepId
          input
          instructions
        }
      }
    }
  }
`);

export type BulkPlan = ResultOf<typeof planQuery>['planBulkWorkflow'];

/** The plan of a run as it is being written. */
export const usePlan = ({ input, faults }: RunInput) =>
  useLivePlan({ input: input && JSON.stringify(input), faults, ask: askPlan });

async function askPlan(input: string, signal: AbortSignal): Promise<BulkPlan> {
  const failure = "The run couldn't be checked. Check your connection.";
  const asked = createUncachedQuery(signal)(planQuery, { input: JSON.parse(input) }, failure);
  return (await asked).planBulkWorkflow;
}
