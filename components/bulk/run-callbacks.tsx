'use client';
import { useEffect, useEffectEvent } from 'react';
import { useClient, useQuery } from 'urql';
import { callbackFragment } from '@/components/workflows/job';
import { JobCallbacks } from '@/components/workflows/job-callbacks';
import { RecordSection } from '@/components/workflows/record-page';
import { usePolling } from '@/components/workflows/use-polling';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import type { BulkRun } from './bulk-run';

const callbacksQuery = graphql(
  `
    query BulkCallbacks($id: ID!) {
      getBulkJob(id: $id) {
        id
        callbacks {
          ...JobCallback
        }
      }
    }
  `,
  [callbackFragment],
);

/** How often (ms) messages that are on their way are read again. */
const readEvery = 3_000;

/** The messages about a run to its receivers, newest first; nothing if there are none. */
export function RunCallbacks({ run: { id, status } }: { run: BulkRun }) {
  const client = useClient();
  const [{ data, error }] = useQuery({
    query: callbacksQuery,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const callbacks = data?.getBulkJob.callbacks ?? [];
  // urql shows what is read.
  const readAgain = async () => {
    await queryFresh(client, callbacksQuery, { id }).catch(() => null);
  };
  const readNow = useEffectEvent(readAgain);
  useEffect(() => {
    if (status) void readNow();
  }, [status]);
  useEffect(() => {
    if (error) console.warn("The callbacks of a bulk run couldn't be loaded.", error);
  }, [error]);
  usePolling(readAgain, callbacks.some(({ state }) => state === 'PENDING') ? readEvery : null);
  if (callbacks.length === 0) return null;
  return (
    <RecordSection title="Callbacks">
      <JobCallbacks callbacks={callbacks} hasFiles={false} onSent={readAgain} />
    </RecordSection>
  );
}
