'use client';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type Client, CombinedError, useClient } from 'urql';
import type { Decision } from '@/components/approvals/decision-form';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { hasErrorCode, nullIfMissing } from '@/lib/graphql-client/client-errors';
import { followUpdates } from '@/lib/graphql-client/follow-updates';
import { graphql } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import {
  attemptFragment,
  callbackFragment,
  hasOutputs,
  isUnderWay,
  type Job,
  type JobAttempt,
  type JobCallback,
  jobFragment,
} from './job';
import { usePolling } from './use-polling';

export const jobQuery = graphql(
  `
    query Job($id: ID!, $outputs: Boolean!) {
      getJobResult(jobId: $id) {
        ...WholeJob
      }
      listAttempts(jobId: $id) {
        ...Attempt
      }
      listDeliveries(jobId: $id) {
        ...JobCallback
      }
    }
  `,
  [jobFragment, attemptFragment, callbackFragment],
);

/** Only says that the job has changed. It is then read with its attempts and callbacks, which no update has. */
const jobUpdates = graphql(`
  subscription JobUpdates($id: ID!) {
    jobUpdates(jobId: $id) {
      jobId
    }
  }
`);

/** The output of one step. */
const outputQuery = graphql(`
  query StepOutput($id: ID!, $steps: [ID!]) {
    getJobResult(jobId: $id) {
      jobId
      steps(ids: $steps) {
        id
        output
      }
    }
  }
`);

/** New links to the files of a job. */
const filesQuery = graphql(`
  query JobFiles($id: ID!) {
    getJobResult(jobId: $id) {
      jobId
      files {
        id
        url
      }
    }
  }
`);

const cancelMutation = graphql(`
  mutation CancelJob($id: ID!) {
    cancelJob(jobId: $id) {
      id: jobId
      status
    }
  }
`);

const decideMutation = graphql(`
  mutation DecideApproval(
    $jobId: ID!
    $stepId: String!
    $decision: ApprovalDecision!
    $text: String
    $reason: String
  ) {
    decideApproval(jobId: $jobId, stepId: $stepId, decision: $decision, text: $text, reason: $reason) {
      id: jobId
      status
    }
  }
`);
const resendMutation = graphql(`
  mutation ResendDelivery($id: ID!) {
    resendDelivery(id: $id) {
      id
      deliveries {
        number
        status
        code
        message
      }
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteJob($id: ID!) {
    deleteJob(jobId: $id) {
      success
    }
  }
`);

/** How often (ms) a job that runs is read again if its updates can't be followed. */
const readEvery = 1_000;
/** How long (ms) updates are gathered before the job is read: they can be more frequent than a person can read. */
const READING_GAP = 500;

/** A job with its attempts, in the order of its steps, and its callbacks. */
export interface LoadedJob {
  job: Job;
  attempts: JobAttempt[];
  callbacks: JobCallback[];
}

/**
 * One job by its id; null if there is none that the person may see. While it runs, it is read again with each of its
 * updates. If they break off, it is read again and again.
 * @returns `readAgain` shows it as it is now
 */
export function useJob(id: string): { loaded: Loaded<LoadedJob | null>; readAgain: () => Promise<void> } {
  const client = useClient();
  const read = useCallback(() => readJob(client, id, true), [client, id]);
  const loaded = useLoaded(read, "The job couldn't be loaded.");
  const [readings] = useState(() => new Readings());
  const readAgain = () =>
    readings.request(async () => {
      if (loaded.status !== 'ready') return;
      // The last reading stays if this one fails: the next may succeed.
      const outputs = loaded.data !== null && hasOutputs(loaded.data.job);
      const latest = await readJob(client, id, outputs).catch(() => loaded.data);
      if (latest !== loaded.data) loaded.replace(latest);
    });
  const data = loaded.status === 'ready' ? loaded.data : null;
  const isFollowed = useFollowing(id, data !== null && isUnderWay(data.job), readAgain);
  usePolling(readAgain, pollingOf(data, isFollowed, Date.now()));
  return { loaded, readAgain };
}

/** Readings one after another, so that an earlier state never replaces a later one. */
class Readings {
  #next: (() => Promise<void>) | null = null;
  #running: Promise<void> | null = null;

  /** Requests during a reading become one reading after it. @returns resolves once no reading is left */
  request(read: () => Promise<void>): Promise<void> {
    this.#next = read;
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    while (this.#next) {
      const read = this.#next;
      this.#next = null;
      await read();
    }
    this.#running = null;
  }
}

/** Reads a job that runs with each of its updates. @returns whether its updates can be followed */
function useFollowing(id: string, isRunning: boolean, read: () => Promise<void>): boolean {
  const [streaming, setStreaming] = useState(true);
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (!isRunning || !streaming) return;
    const following = new AbortController();
    const { signal } = following;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readIfVisible = () => {
      if (!document.hidden) void readNow();
    };
    const onUpdate = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        readIfVisible();
      }, READING_GAP);
    };
    // The network may have dropped silently since, and hidden pages aren't read again.
    document.addEventListener('visibilitychange', readIfVisible, { signal });
    followUpdates(jobUpdates, { id }, onUpdate, signal)
      // The stream ends with the job. If the job is still under way, the server is ending.
      .then(() => readNow())
      .then(() => setStreaming(false))
      .catch(() => !signal.aborted && setStreaming(false));
    return () => {
      following.abort();
      clearTimeout(timer);
    };
  }, [isRunning, streaming, id]);
  return streaming;
}

/** How often (ms) a job is read again: while it runs without being followed, and while a callback is on its way. */
function pollingOf(data: LoadedJob | null, isFollowed: boolean, now: number): number | null {
  if (!data) return null;
  if (isUnderWay(data.job)) return isFollowed ? null : readEvery;
  const isDelivering = ({ state, nextAt }: JobCallback) =>
    state === 'PENDING' && (nextAt === null || Number(nextAt) - now < 60_000);
  return data.callbacks.some(isDelivering) ? 2 * readEvery : null;
}

/** @param outputs whether with the outputs; if they don't fit one response, the job comes without them */
async function readJob(client: Client, id: string, outputs: boolean): Promise<LoadedJob | null> {
  try {
    const found = await nullIfMissing(queryFresh(client, jobQuery, { id, outputs }));
    return (
      found && { job: found.getJobResult, attempts: found.listAttempts, callbacks: found.listDeliveries }
    );
  } catch (error) {
    const isTooLarge = error instanceof CombinedError && hasErrorCode(error, 'RESPONSE_TOO_LARGE');
    if (outputs && isTooLarge) return readJob(client, id, false);
    throw error;
  }
}

/**
 * The output of one step of a job.
 * @throws Error
 */
export async function readOutput(client: Client, id: string, step: string): Promise<unknown> {
  const { getJobResult } = await queryFresh(client, outputQuery, { id, steps: [step] });
  const [found] = getJobResult.steps;
  if (!found) throw new Error('The job has no such step.');
  return found.output;
}

/**
 * A new link to a file of a job; null if it is no longer kept, or the job was deleted.
 * @throws Error
 */
export async function readFileLink(client: Client, id: string, file: string): Promise<string | null> {
  const found = await nullIfMissing(queryFresh(client, filesQuery, { id }));
  return found?.getJobResult.files.find((one) => one.id === file)?.url ?? null;
}

/**
 * Cancels a job. A job that has ended needn't be canceled.
 * @throws Error with a sentence for people
 */
export async function cancelJob(client: Client, id: string): Promise<void> {
  try {
    await sendMutation(client, cancelMutation, { id }, "The job couldn't be canceled. Try again.");
  } catch (error) {
    const { cause } = error as Error;
    const hasEnded = cause instanceof CombinedError && hasErrorCode(cause, 'CONFLICT');
    if (!hasEnded) throw error;
  }
}

/** @throws Error with a sentence for people */
export const decideApproval = (client: Client, decided: { jobId: string; stepId: string } & Decision) =>
  sendMutation(client, decideMutation, decided, "The decision couldn't be sent. Try again.");

/**
 * Sends a callback once more.
 * @returns how that went
 * @throws Error with a sentence for people
 */
export async function resendCallback(client: Client, id: string) {
  const failure = "The callback couldn't be sent. Try again.";
  const { resendDelivery } = await sendMutation(client, resendMutation, { id }, failure);
  const last = resendDelivery.deliveries.at(-1);
  if (!last) throw new Error(failure);
  return last;
}

/** @throws Error with a sentence for people */
export const deleteJob = (client: Client, id: string) =>
  sendMutation(client, deleteMutation, { id }, "The job couldn't be deleted. Try again.");
