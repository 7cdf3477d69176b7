import { Failure } from './failure';

/** How what a person did ended: a sentence, and whether it was done. */
export interface Result {
  done: boolean;
  text: string;
}

interface OutcomeProps {
  id?: string | undefined;
  result: Result | null;
  className?: string;
}

/** Tells how it ended beside the control that did it: done politely, failed at once. Renders always, so that it is heard. */
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
