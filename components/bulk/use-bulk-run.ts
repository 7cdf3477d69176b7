'use client';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type Client, useClient } from 'urql';
import { useReloading } from '@/components/workflows/use-polling';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { nullIfMissing } from '@/lib/graphql-client/client-errors';
import { followUpdates } from '@/lib/graphql-client/follow-updates';
import { graphql } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import { type BulkRun, bulkRunFragment, isUnderWay } from './bulk-run';

const runQuery = graphql(
  `
    query BulkRun($id: ID!) {
      getBulkJob(id: $id) {
        ...BulkRunParts
      }
    }
  `,
  [bulkRunFragment],
);

const runUpdates = graphql(
  `
    subscription BulkRunUpdates($id: ID!) {
      bulkJobUpdates(id: $id) {
        ...BulkRunParts
      }
    }
  `,
  [bulkRunFragment],
);

const continueMutation = graphql(
  `
    mutation ContinueBulkRun($id: ID!, $stopAfterCost: Float) {
      continueBulkJob(id: $id, stopAfterCost: $stopAfterCost) {
        ...BulkRunParts
      }
    }
  `,
  [bulkRunFragment],
);

const retryMutation = graphql(
  `
    mutation RetryBulkRun($id: ID!, $code: String, $rows: [ID!], $stopAfterCost: Float) {
      retryBulkFailures(id: $id, code: $code, rows: $rows, stopAfterCost: $stopAfterCost) {
        ...BulkRunParts
      }
    }
  `,
  [bulkRunFragment],
);

const cancelMutation = graphql(
  `
    mutation CancelBulkRun($id: ID!) {
      cancelBulkJob(id: $id) {
        ...BulkRunParts
      }
    }
  `,
  [bulkRunFragment],
);

/** How often (ms) a run is read again if its updates can't be followed. */
const readEvery = 2_000;

/**
 * One run by its id; null if there is none that the person may see. While it's under way, it follows the run's updates.
 * If they break off, it reads the run again and again.
 * @returns `show` shows a newer state, and follows it from then on
 */
export function useBulkRun(id: string): { loaded: Loaded<BulkRun | null>; show: (run: BulkRun) => void } {
  const client = useClient();
  const read = useCallback(() => readRun(client, id), [client, id]);
  const loaded = useLoaded(read, "The bulk run couldn't be loaded.");
  const [streaming, setStreaming] = useState(true);
  const run = loaded.status === 'ready' ? loaded.data : null;
  const changing = run !== null && isUnderWay(run);

  const show = useEffectEvent((latest: BulkRun) => {
    if (loaded.status === 'ready') loaded.replace(latest);
  });
  useEffect(() => {
    if (!changing || !streaming) return;
    const following = new AbortController();
    const { signal } = following;
    followUpdates(runUpdates, { id }, ({ bulkJobUpdates }) => !signal.aborted && show(bulkJobUpdates), signal)
      // The stream ends with the run. If the run is still under way, the server is ending.
      .then(() => setStreaming(false))
      .catch(() => !signal.aborted && setStreaming(false));
    return () => following.abort();
  }, [changing, streaming, id]);

  useReloading(loaded, read, changing && !streaming ? readEvery : null);

  return {
    loaded,
    show: (latest) => {
      setStreaming(true);
      if (loaded.status === 'ready') loaded.replace(latest);
    },
  };
}

async function readRun(client: Client, id: string): Promise<BulkRun | null> {
  return (await nullIfMissing(queryFresh(client, runQuery, { id })))?.getBulkJob ?? null;
}

/** Runs the rows on hold. @throws Error with a sentence for people */
export async function continueRun(
  client: Client,
  id: string,
  limit: { stopAfterCost?: number } = {},
): Promise<BulkRun> {
  const failure = "The run couldn't be continued. Try again.";
  return (await sendMutation(client, continueMutation, { id, ...limit }, failure)).continueBulkJob;
}

/**
 * Runs failed rows again.
 * @param which only the rows that failed with a code, or those with these ids; by default all failed rows, and the rows
 *   that never began, with a new limit if there is one
 * @throws Error with a sentence for people
 */
export async function retryRows(
  client: Client,
  id: string,
  which: { code: string } | { rows: string[] } | { stopAfterCost?: number } = {},
): Promise<BulkRun> {
  const failure = "The rows couldn't be started again. Try again.";
  return (await sendMutation(client, retryMutation, { id, ...which }, failure)).retryBulkFailures;
}

/** @throws Error with a sentence for people */
export async function cancelRun(client: Client, id: string): Promise<BulkRun> {
  const failure = "The run couldn't be canceled. Try again.";
  return (await sendMutation(client, cancelMutation, { id }, failure)).cancelBulkJob;
}
