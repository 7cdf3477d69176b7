import type { ReactNode } from 'react';
import { CodeMarks } from '@/components/ui/code-marks';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable } from '@/components/ui/data-table';
import { StatusMark, type StatusTone } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { callCounts, isCall, type JobAttempt } from './job';
import { ErrorCode } from './job-error-note';
import { costPlaces, formatCost, formatDuration, formatTokens } from './measures';

const outcomes: Record<JobAttempt['outcome'], { word: string; tone: StatusTone }> = {
  RUNNING: { word: 'Running', tone: 'soon' },
  ANSWERED: { word: 'Completed', tone: 'good' },
  FAILED: { word: 'Failed', tone: 'bad' },
  CANCELED: { word: 'Canceled', tone: 'off' },
  LOST: { word: 'Lost', tone: 'bad' },
  PASSED_OVER: { word: 'Passed over', tone: 'off' },
};

const milliseconds = (value: number | null) => (value === null ? '—' : formatDuration(value));

interface AttemptsTableProps {
  attempts: JobAttempt[];
  /** Names the table for screen readers. */
  label: string;
}

/** The requests that a step made to providers, in order, and the models that it passed over. */
export function AttemptsTable({ attempts, label }: AttemptsTableProps) {
  const columns = attemptColumns(callCounts(attempts), costPlaces(attempts.map(({ cost }) => cost)));
  return <DataTable columns={columns} keyOf={({ number }) => number} label={label} rows={attempts} />;
}

/**
 * @param counts of the calls; if no request was sent, there is nothing to count or measure
 * @param places decimals of the costs
 */
const attemptColumns = (counts: ReadonlyMap<number, number>, places: number): DataColumn<JobAttempt>[] => [
  {
    head: 'Model',
    minWidth: 200,
    priority: 9,
    cell: ({ number, model }) => (
      <span className="flex items-baseline gap-1.5">
        {counts.has(number) && <span className="text-muted">{`${counts.get(number)}. `}</span>}
        <WholeWords className="min-w-0 font-mono text-[13px]" text={model} />
      </span>
    ),
  },
  {
    head: 'Outcome',
    minWidth: 200,
    priority: 5,
    cell: (attempt) => {
      const { word, tone } = outcomes[attempt.outcome];
      return (
        <>
          <StatusMark tone={tone}>{word}</StatusMark> <AttemptReason attempt={attempt} />
        </>
      );
    },
  },
  {
    head: 'Tokens',
    minWidth: 150,
    priority: 2,
    cell: (attempt) => (isCall(attempt) ? <AttemptTokens attempt={attempt} /> : '—'),
  },
  {
    head: 'First token',
    minWidth: 100,
    priority: 1,
    kind: 'number',
    cell: ({ firstTokenMs }) => milliseconds(firstTokenMs),
  },
  {
    head: 'Latency',
    minWidth: 96,
    priority: 3,
    kind: 'number',
    cell: (attempt) => (isCall(attempt) ? milliseconds(attempt.milliseconds) : '—'),
  },
  {
    head: 'Cost',
    minWidth: 96,
    priority: 4,
    kind: 'number',
    cell: (attempt) => (isCall(attempt) ? formatCost(attempt.cost, places) : '—'),
  },
];

/** Why an attempt gave nothing that could be used. */
function AttemptReason({ attempt: { outcome, code, message, docs, status } }: { attempt: JobAttempt }) {
  if (outcome === 'LOST')
    return <Reason>The server's process ended during this call. Its tokens and cost are estimates.</Reason>;
  if (code === null && message === null && status === null) return null;
  return (
    <Reason>
      {code && <ErrorCode code={code} docs={docs} />}{' '}
      {status !== null && `HTTP ${status}${message ? ': ' : ''}`}
      {message && <CodeMarks text={message} />}
    </Reason>
  );
}

const Reason = ({ children }: { children: ReactNode }) => (
  <span className="subline wrap-break-word max-w-[48ch]">{children}</span>
);

/** All tokens that count as read and written, and the special ones among them. */
function AttemptTokens({ attempt }: { attempt: JobAttempt }) {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens, estimated } =
    attempt;
  const parts = [
    [cachedInputTokens, 'from the cache'],
    [cacheWriteTokens, 'to the cache'],
    [reasoningTokens, 'for reasoning'],
  ] as const;
  const special = parts.filter(([count]) => count > 0).map(([count, of]) => `${count} ${of}`);
  return (
    <>
      {formatTokens({
        tokensIn: inputTokens + cachedInputTokens + cacheWriteTokens,
        tokensOut: outputTokens + reasoningTokens,
      })}{' '}
      {special.length > 0 && <span className="subline">of these {special.join(', ')}</span>}{' '}
      {estimated && <span className="subline">Estimated</span>}
    </>
  );
}
