'use client';
import { useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { CodeMarks } from '@/components/ui/code-marks';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Outcome, type Result } from '@/components/ui/outcome';
import { formatCost, formatEstimate } from '@/components/workflows/measures';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { type BulkRun, hasReachedLimit, isUnderWay, rowCount } from './bulk-run';
import { RaiseLimit } from './raise-limit';
import { againWords, runAgainLabel } from './run-again';
import { cancelRun, continueRun, retryRows } from './use-bulk-run';

interface RunActionsProps {
  run: BulkRun;
  /** Shows the run as it is after an action. */
  onChanged: (run: BulkRun) => void;
}

/** Says why a run rests, and continues, retries, or cancels it. */
export function RunActions({ run, onChanged }: RunActionsProps) {
  const client = useClient();
  const [pending, setPending] = useState(false);
  const [asking, setAsking] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const { id, status, heldRows, failedRows, pendingRows, canceledRows } = run;
  const again = failedRows + pendingRows + canceledRows;
  const act = async (action: () => Promise<BulkRun>) => {
    if (pending) return;
    setPending(true);
    setResult(null);
    try {
      onChanged(await action());
    } catch (error) {
      setResult({ done: false, text: messageOf(error) });
    } finally {
      setPending(false);
    }
  };
  const isResting = !isUnderWay(run) && status !== 'COMPLETED';
  const isSpent = hasReachedLimit(run);
  const canCancel = status === 'QUEUED' || status === 'RUNNING' || status === 'TRIED';
  const why = isResting ? whyResting(run) : null;
  return (
    <div className="mt-5 empty:hidden print:hidden">
      {why && (
        <p className="mb-3 max-w-[76ch] text-[15px]">
          <CodeMarks text={why} />
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2.5 empty:hidden">
        {status === 'TRIED' && !isSpent && (
          <Button
            aria-busy={pending || undefined}
            aria-disabled={pending || undefined}
            className="h-auto! min-h-[46px] whitespace-normal! py-1.5 aria-disabled:opacity-60"
            onClick={() => act(() => continueRun(client, id))}
          >
            Run the other {rowCount(heldRows)}
            {restCost(run) !== null && ` for about ${formatEstimate(restCost(run))}`}
          </Button>
        )}
        {isResting && status !== 'TRIED' && again > 0 && !isSpent && (
          <Button
            aria-busy={pending || undefined}
            aria-disabled={pending || undefined}
            className="h-auto! min-h-[46px] whitespace-normal! py-1.5 aria-disabled:opacity-60"
            onClick={() => act(() => retryRows(client, id))}
          >
            {runAgainLabel(run)}
          </Button>
        )}
        {canCancel && (
          <Button onClick={() => setAsking(true)} variant="danger">
            Cancel run
          </Button>
        )}
      </div>
      {isResting && isSpent && run.cost !== null && (status === 'TRIED' ? heldRows : again) > 0 && (
        <RaiseLimit
          onRaise={(stopAfterCost) =>
            act(() =>
              status === 'TRIED'
                ? continueRun(client, id, { stopAfterCost })
                : retryRows(client, id, { stopAfterCost }),
            )
          }
          pending={pending}
          label={status === 'TRIED' ? `run ${rowCount(heldRows)}` : againWords(run)}
          run={run}
        />
      )}
      {isResting && again > 0 && !isSpent && run.stopAfterCost !== null && run.cost !== null && (
        <p className="mt-2 text-[14px] text-muted">
          At most {formatCost(run.stopAfterCost - run.cost)} more: then the run stops at its limit of{' '}
          {formatCost(run.stopAfterCost)}. Rows under way still end.
        </p>
      )}
      <Outcome className="mt-3 empty:hidden" result={result} />
      <ConfirmDialog
        body={
          heldRows > 0
            ? "The rows on hold won't run. The cost so far stays in the usage."
            : 'No further row starts. Rows under way still end, since they are paid for. You can run the rest later.'
        }
        confirmLabel="Cancel run"
        onConfirm={async () => onChanged(await cancelRun(client, id))}
        onOpenChange={setAsking}
        open={asking}
        question="Are you sure you want to cancel this run?"
      />
    </div>
  );
}

/** The price of the rows on hold, by the cost of the tried rows; null if it isn't known. */
const restCost = ({ expectedCost, cost }: BulkRun): number | null =>
  expectedCost === null || cost === null ? null : Math.max(0, expectedCost - cost);

/** Why a run takes no further rows, and what to do, in sentences. */
function whyResting(run: BulkRun): string {
  const { status, heldRows, failedRows, completedRows, error } = run;
  switch (status) {
    case 'TRIED': {
      const failed = failedRows > 0 ? `, ${rowCount(failedRows)} failed` : '';
      return `${rowCount(completedRows)} completed${failed}. Check the results below: the other ${rowCount(heldRows)} start only if you continue.`;
    }
    case 'STOPPED':
      return stopReason(run);
    case 'CANCELED': {
      const held = heldRows > 0 ? ` To run the ${rowCount(heldRows)} on hold, start a new run.` : '';
      return `${error?.message ?? 'It takes no further rows.'}${notStarted(run)}${held}`;
    }
    case 'FAILED':
      return (
        error?.message ??
        'Look at the causes below, then retry. If the workflow is at fault, start a new run.'
      );
    default:
      return 'Look at the causes below. Retry the rows once a cause is gone.';
  }
}

const notStarted = ({ pendingRows }: BulkRun): string =>
  pendingRows > 0 ? ` ${rowCount(pendingRows)} didn't start.` : '';

function stopReason(run: BulkRun): string {
  const { error, cost, stopAfterCost, stopAfterFailures } = run;
  if (error?.code !== 'BULK_STOPPED')
    return `${error?.message ?? 'The server takes no further rows.'}${notStarted(run)} Correct the cause, then run the other rows.`;
  if (stopAfterCost !== null && cost === null)
    return `${error.message}${notStarted(run)} To run the other rows, start another run over the file.`;
  if (stopAfterCost !== null && hasReachedLimit(run))
    return `The rows have cost as much as this run may: ${formatCost(stopAfterCost)}.${notStarted(run)} To run the other rows, raise the limit.`;
  return `This run stops after ${rowCount(stopAfterFailures ?? 0)} failed.${notStarted(run)} Look at the causes below, then run the other rows.`;
}
