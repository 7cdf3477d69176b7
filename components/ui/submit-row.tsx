import { Outcome, type Result } from './outcome';
import { SubmitButton } from './submit-button';

type SubmitRowProps = { label: string; pendingLabel: string; pending: boolean; result: Result | null };

/** The end of a form: its button, and how the last submit went. */
export function SubmitRow({ result, ...button }: SubmitRowProps) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <SubmitButton {...button} />
      <Outcome className="wrap-anywhere min-w-0" result={result} />
    </div>
  );
}
