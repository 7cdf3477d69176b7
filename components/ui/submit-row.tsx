import { Outcome, type Result } from './outcome';
import { SubmitButton } from './submit-button';

type SubmitRowProps = {
  label: string;
  pendingLabel: string;
  pending: boolean;
  result: Result | null;
  /** The id of the result, for the control that it is about. */
  resultId?: string;
};

/** The end of a form: its button, and how the last submit went. */
export function SubmitRow({ result, resultId, ...button }: SubmitRowProps) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <SubmitButton {...button} />
      <Outcome className="wrap-anywhere min-w-0" id={resultId} result={result} />
    </div>
  );
}
