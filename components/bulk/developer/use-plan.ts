import { useEffect, useState } from 'react';
import { createUncachedQuery } from '@/lib/graphql-client/calls';
import { type InputFault, inputFaults, messageOf, waitSentence } from '@/lib/graphql-client/client-errors';
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

/** The server's reply about a run: its plan or its faults; or that there was no reply. */
type Reply =
  | { status: 'planned'; plan: BulkPlan }
  | { status: 'faulty'; faults: InputFault[] }
  | { status: 'failed'; message: string; wait: string | null };

/** How long a pause in typing is, in milliseconds, before the server is asked. */
const pause = 400;

/**
 * The plan of a run as it is being written; a change calls the earlier request off.
 * @returns `checking` while it doesn't belong to the input yet; `plan` is the last one, which may be of an earlier input
 */
export function usePlan({ input, faults }: RunInput) {
  const key = input && JSON.stringify(input);
  const [reply, setReply] = useState<{ key: string; attempt: number; reply: Reply } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [plan, setPlan] = useState<BulkPlan | null>(null);

  useEffect(() => {
    if (key === null) return;
    const asking = new AbortController();
    const { signal } = asking;
    const ask = async (): Promise<Reply> => {
      const failure = "The run couldn't be checked. Check your connection.";
      try {
        const { planBulkWorkflow } = await createUncachedQuery(signal)(
          planQuery,
          { input: JSON.parse(key) },
          failure,
        );
        return { status: 'planned', plan: planBulkWorkflow };
      } catch (error) {
        const { cause } = error as Error;
        const found = inputFaults(cause);
        if (found.length > 0) return { status: 'faulty', faults: found };
        return { status: 'failed', message: messageOf(error), wait: waitSentence(cause) };
      }
    };
    const timer = setTimeout(async () => {
      const latest = await ask();
      if (signal.aborted) return;
      setReply({ key, attempt, reply: latest });
      if (latest.status === 'planned') setPlan(latest.plan);
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [key, attempt]);

  const current = reply !== null && reply.key === key && reply.attempt === attempt ? reply.reply : null;
  return {
    /** The last plan; null if there was none. */
    plan,
    /** Whether `plan` is the input's. */
    isPlanned: current?.status === 'planned',
    checking: key !== null && current === null,
    faults: faults ?? (current?.status === 'faulty' ? current.faults : []),
    failure: current?.status === 'failed' ? current : null,
    retry: () => setAttempt(attempt + 1),
  };
}

export type PlanState = ReturnType<typeof usePlan>;
