'use client';
import { useCallback } from 'react';
import { type Client, useClient } from 'urql';
import { createUncachedQuery, sendMutation } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf, type VariablesOf } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import { fieldsOf } from '@/lib/rules/json';
import { readJobRequest } from './job-request';
import { type LivePlan, useLivePlan } from './use-live-plan';

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
/** The plan of a choice, with its cost. */
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

/** The plan of a choice, with its price; read again with each change. */
export const useRerunPlan = (id: string, choice: RerunChoice): LivePlan<RerunPlan> =>
  useLivePlan({ input: JSON.stringify({ id, ...choice }), faults: null, ask: askPlan });

async function askPlan(input: string, signal: AbortSignal): Promise<RerunPlan> {
  const query = createUncachedQuery(signal);
  const { planRerun } = await query(planQuery, JSON.parse(input), "The price couldn't be loaded. Try again.");
  return planRerun;
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
