import { useCallback } from 'react';
import { type Client, CombinedError, useClient } from 'urql';
import { type JobRequest, readJobRequest } from '@/components/workflows/job-request';
import { hasErrorCode } from '@/lib/graphql-client/client-errors';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';

/** The request of a job that is to be run again with changes; null if there is no such job. */
export function useJobSource(id: string): Loaded<JobRequest | null> {
  const client = useClient();
  const read = useCallback(() => readSource(client, id), [client, id]);
  return useLoaded(read, "The job's workflow couldn't be loaded.");
}

async function readSource(client: Client, id: string): Promise<JobRequest | null> {
  try {
    return await readJobRequest(client, id);
  } catch (error) {
    if (error instanceof CombinedError && hasErrorCode(error, 'NOT_FOUND')) return null;
    throw error;
  }
}

/** The file of a job, if the job shows all of it; a longer file, or a file without text, is to be chosen again. */
export function wholeFile({ inputFile }: JobRequest): File | null {
  if (!inputFile || inputFile.beginning === null) return null;
  const file = new File([inputFile.beginning], inputFile.name, { type: 'text/plain' });
  return file.size === inputFile.bytes ? file : null;
}
