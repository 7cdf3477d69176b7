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

/** Shows the outcome next to its control: success is announced politely, failure at once. Always rendered, so that it's announced. */
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
