'use client';
import { useState } from 'react';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import { Button } from './button';

/** The outcome of an action: a sentence, and whether it succeeded. */
export interface Result {
  done: boolean;
  text: string;
}

interface OutcomeProps {
  id?: string | undefined;
  result: Result | null;
  className?: string;
}

/** The outcome next to its control, announced politely, or at once if it's a failure: so it's always rendered. */
export function Outcome({ id, result, className = '' }: OutcomeProps) {
  return (
    <div className={className} id={id}>
      <p className="font-medium text-[15px] text-signal-ink" role="status">
        {result?.done ? result.text : ''}
      </p>
      {result && !result.done ? <Failure message={result.text} /> : null}
    </div>
  );
}

/**
 * How an action went, until something else is on show.
 * @param shown the shown content, as data
 */
export function useResult(shown: object) {
  const [result, setResult] = useState<Result | null>(null);
  const now = JSON.stringify(shown);
  const [before, setBefore] = useState(now);
  if (before !== now) {
    setBefore(now);
    setResult(null);
  }
  return [result, setResult] as const;
}

/**
 * How an action on a row of a list went, until the person filters, sorts or turns the list. A page that the list leaves
 * by itself, because its last row was deleted, keeps the line that says so.
 * @param filters the list's filters and order
 */
export function useListResult<Row>(list: CursorList<Row>, filters: object) {
  const [result, setResult] = useResult(filters);
  const turn = (turnPage: () => void) => () => {
    setResult(null);
    turnPage();
  };
  return {
    list: { ...list, nextPage: turn(list.nextPage), previousPage: turn(list.previousPage) },
    result,
    setResult,
  };
}

type FailureProps = {
  /** The failure, in a sentence for people. */
  message: string;
  /** The action of 'Try again'; there's no button without it. */
  onRetry?: () => void;
  /** When to try again, in a sentence. */
  wait?: string | null;
  className?: string;
};

/** A failure, announced at once (role=alert), in red, with a button to try again and when to use it. */
export function Failure({ message, onRetry, wait = null, className = '' }: FailureProps) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-red/35 bg-white px-4 py-3 text-[15px] ${className}`}
    >
      <div className="wrap-anywhere min-w-0">
        <p className="font-medium text-red" role="alert">
          {message}
        </p>
        {wait && (
          <p className="mt-0.5 text-muted" role="status">
            {wait}
          </p>
        )}
      </div>
      {onRetry ? (
        <Button onClick={onRetry} size="small" variant="line">
          Try again
        </Button>
      ) : null}
    </div>
  );
}
