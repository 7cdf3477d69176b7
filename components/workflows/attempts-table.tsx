'use client';
import type { ReactNode } from 'react';
import {
  StackedBody,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedRowHeader,
  StackedTable,
} from '@/components/ui/stacked-table';
import { StatusMark, type StatusTone } from '@/components/ui/status-mark';
import { ColumnHeader } from '@/components/ui/table';
import type { JobAttempt } from './job';
import { ErrorCode } from './job-error-note';
import { formatCost, formatDuration, formatTokens } from './measures';

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
  return (
    <StackedTable label={label}>
      <StackedHead>
        <ColumnHeader>Model</ColumnHeader>
        <ColumnHeader>Outcome</ColumnHeader>
        <ColumnHeader>Tokens</ColumnHeader>
        <ColumnHeader numeric>First token</ColumnHeader>
        <ColumnHeader numeric>Latency</ColumnHeader>
        <ColumnHeader numeric>Cost</ColumnHeader>
      </StackedHead>
      <StackedBody>
        {attempts.map((attempt) => (
          <AttemptRow attempt={attempt} key={attempt.number} />
        ))}
      </StackedBody>
    </StackedTable>
  );
}

function AttemptRow({ attempt }: { attempt: JobAttempt }) {
  const { number, model, outcome, estimated, cost, firstTokenMs } = attempt;
  const { word, tone } = outcomes[outcome];
  // Nothing was sent, so there is nothing to measure.
  const wasCalled = outcome !== 'PASSED_OVER';
  return (
    <StackedRow>
      <StackedRowHeader>
        <span className="text-muted">{number}.</span>{' '}
        <span className="wrap-anywhere font-mono text-[13px]">{model}</span>
      </StackedRowHeader>
      <StackedCell column="Outcome">
        <StatusMark tone={tone}>{word}</StatusMark>
        <AttemptReason attempt={attempt} />
      </StackedCell>
      <StackedCell column="Tokens">
        {wasCalled ? <AttemptTokens attempt={attempt} /> : '—'}
        {wasCalled && estimated && <span className="block text-[13px] text-muted">Estimated</span>}
      </StackedCell>
      <StackedCell column="First token" numeric>
        {milliseconds(firstTokenMs)}
      </StackedCell>
      <StackedCell column="Latency" numeric>
        {wasCalled ? milliseconds(attempt.milliseconds) : '—'}
      </StackedCell>
      <StackedCell column="Cost" numeric>
        {wasCalled ? formatCost(cost) : '—'}
      </StackedCell>
    </StackedRow>
  );
}

/** Why an attempt gave nothing that could be used. */
function AttemptReason({ attempt: { outcome, code, message, docs, status } }: { attempt: JobAttempt }) {
  if (outcome === 'LOST')
    return <Reason>The server's process ended during this call. Its tokens and cost are estimates.</Reason>;
  if (code === null && message === null && status === null) return null;
  return (
    <Reason>
      {code && <ErrorCode code={code} docs={docs} />}{' '}
      {status !== null && `HTTP ${status}${message ? ': ' : ''}`}
      {message}
    </Reason>
  );
}

const Reason = ({ children }: { children: ReactNode }) => (
  <span className="wrap-anywhere block max-w-[48ch] text-[13px] text-muted">{children}</span>
);

/** All tokens that count as read and written, and the special ones among them. */
function AttemptTokens({ attempt }: { attempt: JobAttempt }) {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = attempt;
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
      })}
      {special.length > 0 && (
        <span className="block text-[13px] text-muted">of these {special.join(', ')}</span>
      )}
    </>
  );
}
