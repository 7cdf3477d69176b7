'use client';
import { useCallback } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { Failure } from '@/components/ui/outcome';
import { saveText } from '@/components/ui/save-file';
import { Skeleton } from '@/components/ui/skeleton';
import { WholeWords } from '@/components/ui/whole-words';
import { formatBytes } from '@/lib/format/number';
import { useLoaded } from '@/lib/graphql-client/use-loaded';
import { fieldsOf } from '@/lib/rules/json';
import type { Job } from './job';
import { TextBox } from './job-output';
import { type JobRequest, readJobRequest } from './job-request';
import { OpenedDetails } from './opened-details';

/** The input, file, and variables of a job, and its workflow as it can be sent again. */
export function JobInput({ job }: { job: Job }) {
  if (job.contentRemoved) return <p className="text-[15px] text-muted">The request is no longer kept.</p>;
  return (
    <OpenedDetails summary="Input, variables, and workflow">
      <LoadedInput jobId={job.id} />
    </OpenedDetails>
  );
}

function LoadedInput({ jobId }: { jobId: string }) {
  const client = useClient();
  const read = useCallback(() => readJobRequest(client, jobId), [client, jobId]);
  const loaded = useLoaded(read, "The request couldn't be loaded.");
  if (loaded.status === 'loading') return <Skeleton className="h-[180px]" />;
  if (loaded.status === 'failed')
    return <Failure message="The request couldn't be loaded." onRetry={loaded.retry} wait={loaded.wait} />;
  return <OpenedRequest jobId={jobId} request={loaded.data} />;
}

function OpenedRequest({
  jobId,
  request: { workflow, inputFile, apiKey },
}: {
  jobId: string;
  request: JobRequest;
}) {
  const { input, variables } = fieldsOf(workflow);
  const json = JSON.stringify(workflow, null, 2);
  const download = () => saveText(`${jobId}.json`, [json], 'application/json');
  return (
    <>
      <StartedWith apiKey={apiKey} />
      {typeof input === 'string' ? (
        <TextBox copied={input} label="Input" what="input">
          {input}
        </TextBox>
      ) : (
        !inputFile && <p className="text-[14.5px] text-muted">It was sent without an input.</p>
      )}
      {inputFile && <InputFile file={inputFile} />}
      {variables !== undefined && (
        <TextBox copied={JSON.stringify(variables, null, 2)} label="Variables" what="variables">
          {JSON.stringify(variables, null, 2)}
        </TextBox>
      )}
      {workflow !== null && (
        <div>
          <TextBox
            actions={
              <Button onClick={download} size="small" variant="line">
                Download JSON
              </Button>
            }
            copied={json}
            label="Workflow"
            what="workflow"
          >
            {json}
          </TextBox>
          <p className="mt-1.5 text-[13.5px] text-muted">
            Sent again with enqueueWorkflow, it starts the same workflow
            {inputFile ? ', if its file is sent with it' : ''}.
          </p>
        </div>
      )}
    </>
  );
}

function StartedWith({ apiKey }: Pick<JobRequest, 'apiKey'>) {
  if (!apiKey) return <p className="text-[14.5px]">Started in a session, without an API key.</p>;
  const name = apiKey.name ?? apiKey.hint;
  return (
    <p className="wrap-anywhere text-[14.5px]">
      {name === null ? (
        <>
          Started with an API key that was deleted, <span className="font-mono text-[13px]">{apiKey.id}</span>
          .
        </>
      ) : (
        <>
          Started with the API key <bdi className="font-medium">{name}</bdi>
          {apiKey.name !== null && <span className="font-mono text-[13px] text-muted"> {apiKey.hint}</span>}.
        </>
      )}
    </p>
  );
}

function InputFile({ file: { name, bytes, beginning } }: { file: NonNullable<JobRequest['inputFile']> }) {
  const title = (
    <>
      File <WholeWords className="font-mono text-[13px] text-text" text={name} />, {formatBytes(bytes)}
    </>
  );
  if (beginning === null) return <p className="text-[14.5px] text-muted">{title}. It isn’t text.</p>;
  const isWhole = new Blob([beginning]).size >= bytes;
  return (
    <TextBox
      copied={beginning}
      label={
        <>
          {title}
          {!isWhole && ', its beginning'}
        </>
      }
      what={isWhole ? 'file' : 'beginning of the file'}
    >
      {beginning}
      {!isWhole && '…'}
    </TextBox>
  );
}
