import { Failure } from './failure';

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
