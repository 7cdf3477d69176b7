'use client';
import { useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { Button } from '@/components/ui/button';
import { CodeMarks } from '@/components/ui/code-marks';
import { DataTable } from '@/components/ui/data-table';
import { TextLink } from '@/components/ui/link';
import { Failure, Outcome, type Result } from '@/components/ui/outcome';
import { TableSkeleton } from '@/components/ui/skeleton';
import { ErrorCode } from '@/components/workflows/job-error-note';
import { usePolling } from '@/components/workflows/use-polling';
import { errorDocs, isWorkflowError, workflowErrors } from '@/lib/config/workflow-errors';
import { formatCount } from '@/lib/format/number';
import { messageOf, waitSentence } from '@/lib/graphql-client/client-errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { type BulkRun, hasReachedLimit, isUnderWay, rowCount } from './bulk-run';
import { retryRows } from './use-bulk-run';

const failuresQuery = graphql(`
  query BulkFailures($id: ID!) {
    groupBulkFailures(id: $id) {
      code
      count
      example {
        id
        line
        jobId
        error {
          message
          stepId
        }
      }
    }
  }
`);

type FailureGroup = ResultOf<typeof failuresQuery>['groupBulkFailures'][number];

/** How often (ms) the causes are read again after a reading has failed. */
const readEvery = 5_000;

interface BulkFailuresProps {
  run: BulkRun;
  /** The address of the list of jobs, below which the job of each row has its page. */
  jobs: string;
  /** Shows the run as it is after a retry. */
  onChanged: (run: BulkRun) => void;
}

/** The failed rows of a run by their cause, the most frequent first; each cause can be retried. */
export function BulkFailures({ run, jobs, onChanged }: BulkFailuresProps) {
  const client = useClient();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: failuresQuery,
    variables: { id: run.id },
    requestPolicy: 'cache-and-network',
  });
  const [pending, setPending] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const { failedRows } = run;
  const [seen, setSeen] = useState(failedRows);
  useEffect(() => {
    if (seen === failedRows) return;
    setSeen(failedRows);
    readAgain({ requestPolicy: 'network-only' });
  }, [seen, failedRows, readAgain]);

  const retry = async (code: string) => {
    if (pending !== null) return;
    setPending(code);
    setResult(null);
    try {
      onChanged(await retryRows(client, run.id, { code }));
    } catch (failure) {
      setResult({ done: false, text: messageOf(failure) });
    } finally {
      setPending(null);
    }
  };
  // The last reading stays during the next one, and if that fails.
  const [known, setKnown] = useState(data);
  if (data && data !== known) setKnown(data);
  const again = () => readAgain({ requestPolicy: 'network-only' });
  usePolling(async () => again(), error ? readEvery : null);
  const groups = (data ?? known)?.groupBulkFailures;
  if (!groups && fetching) return <TableSkeleton rows={2} />;
  const failure = (message: string) => (
    <Failure className="mb-3" message={message} onRetry={again} wait={waitSentence(error)} />
  );
  if (!groups) return failure("The causes couldn't be loaded.");
  return (
    <>
      {error && failure("The latest causes couldn't be loaded. These are from before.")}
      <DataTable
        columns={[
          {
            head: 'Cause',
            minWidth: 280,
            priority: 9,
            cell: (group) => <Cause group={group} jobs={jobs} />,
          },
          {
            head: 'Rows',
            minWidth: 80,
            priority: 5,
            kind: 'number',
            cell: ({ count }) => formatCount(count),
          },
          ...(isUnderWay(run) || hasReachedLimit(run)
            ? []
            : [
                {
                  head: 'Actions',
                  bare: true,
                  minWidth: 130,
                  priority: 4,
                  kind: 'actions' as const,
                  cell: ({ code, count }: FailureGroup) => (
                    <Button
                      aria-busy={pending === code || undefined}
                      aria-disabled={pending !== null || undefined}
                      aria-label={`Retry these ${rowCount(count)}: ${code}`}
                      className="aria-disabled:opacity-60"
                      onClick={() => retry(code)}
                      size="small"
                      variant="line"
                    >
                      Retry these
                    </Button>
                  ),
                },
              ]),
        ]}
        keyOf={({ code }) => code}
        label="Failures by cause"
        rows={groups}
      />
      <Outcome className="mt-3" result={result} />
    </>
  );
}

/** A code, what its first row says, and what to do. */
function Cause({ group: { code, example }, jobs }: { group: FailureGroup; jobs: string }) {
  const { line, jobId, error } = example;
  // This page can be older than the server.
  const known = isWorkflowError(code);
  return (
    <div className="wrap-anywhere">
      <ErrorCode code={code} docs={known ? errorDocs(code) : null} />
      <p className="mt-1 text-[14px]">
        {jobId === null ? (
          `Line ${formatCount(line)}`
        ) : (
          <TextLink href={`${jobs}/${jobId}`}>{`Line ${formatCount(line)}`}</TextLink>
        )}
        {error?.stepId && (
          <>
            , step <code className="font-mono text-[13px]">{error.stepId}</code>
          </>
        )}
        : <CodeMarks text={error?.message ?? ''} />
      </p>
      {known && (
        <p className="mt-0.5 text-[14px] text-muted">
          <CodeMarks text={workflowErrors[code].remedy} />
        </p>
      )}
    </div>
  );
}
