'use client';
import { useCallback, useEffect, useState } from 'react';
import { type Client, useClient } from 'urql';
import { createUncachedQuery, sendMutation } from '@/lib/graphql-client/calls';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { graphql, type ResultOf, type VariablesOf } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import { fieldsOf } from '@/lib/rules/json';
import { readJobRequest } from './job-request';

const rerunMutation = graphql(`
  mutation RerunJob($id: ID!, $fromStep: ID, $changes: RerunChangesInput, $key: String!) {
    rerunJob(jobId: $id, fromStep: $fromStep, changes: $changes, idempotencyKey: $key) {
      jobId
    }
  }
`);

const planQuery = graphql(`
  query RerunPlan($id: ID!, $fromStep: ID, $changes: RerunChangesInput) {
    planRerun(jobId: $id, fromStep: $fromStep, changes: $changes) {
      estimatedCost
      maxCost
      steps {
        id
        reused
      }
    }
  }
`);

/** The steps to run again, and the changes to them. */
export type RerunChoice = Pick<VariablesOf<typeof planQuery>, 'fromStep' | 'changes'>;
export type RerunPlan = ResultOf<typeof planQuery>['planRerun'];

/** A step as it was sent. */
export interface SentStep {
  id: string;
  instructions: string;
  /** Null: chosen by its strategy. */
  model: string | null;
}

/** The parts of a job's request that can be changed. */
export interface Changeable {
  input: string;
  hasFile: boolean;
  steps: SentStep[];
}

/** The parts of a job that can be changed; null once its workflow is no longer kept. */
export function useChangeable(id: string): Loaded<Changeable | null> {
  const client = useClient();
  const read = useCallback(() => readChangeable(client, id), [client, id]);
  return useLoaded(read, "The job's workflow couldn't be loaded.");
}

async function readChangeable(client: Client, id: string): Promise<Changeable | null> {
  const { workflow, inputFile } = await readJobRequest(client, id);
  if (workflow === null) return null;
  const { input, steps } = fieldsOf(workflow);
  return {
    input: textOf(input) ?? '',
    hasFile: inputFile !== null,
    steps: (Array.isArray(steps) ? steps : []).map((step) => {
      const { id: stepId, instructions, model } = fieldsOf(step);
      return { id: String(stepId), instructions: textOf(instructions) ?? '', model: textOf(model) };
    }),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The price of a choice; `failed` says why it can't run. */
export type Price =
  | { status: 'loading' }
  | { status: 'ready'; plan: RerunPlan }
  | { status: 'failed'; why: string };

/** How long (ms) a choice must stay before it's priced: a person types. */
const PAUSE = 350;

/** The current price of a choice; read again with each change. */
export function useRerunPrice(id: string, choice: RerunChoice): Price {
  const asked = JSON.stringify(choice);
  const [price, setPrice] = useState<{ asked: string; price: Price } | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const query = createUncachedQuery(left.signal);
        const variables = { id, ...(JSON.parse(asked) as RerunChoice) };
        const { planRerun } = await query(planQuery, variables, "The price couldn't be loaded. Try again.");
        setPrice({ asked, price: { status: 'ready', plan: planRerun } });
      } catch (error) {
        if (!left.signal.aborted) setPrice({ asked, price: { status: 'failed', why: faultOf(error) } });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [id, asked]);
  return price?.asked === asked ? price.price : { status: 'loading' };
}

/** The first fault of a workflow says more than their number. */
function faultOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  const [first] =
    (fieldsOf(cause).graphQLErrors as { extensions?: { faults?: { message: string }[] } }[]) ?? [];
  return first?.extensions?.faults?.[0]?.message ?? messageOf(error);
}

/**
 * @param key idempotency key, of this choice alone
 * @returns the id of the new job
 * @throws Error with a sentence for people
 */
export async function rerunJob(
  client: Client,
  id: string,
  choice: RerunChoice,
  key: string,
): Promise<string> {
  const { rerunJob } = await sendMutation(
    client,
    rerunMutation,
    { id, key, ...choice },
    "The workflow couldn't be started again. Try again.",
  );
  return rerunJob.jobId;
}
