import { Button } from './button';

type FailureProps = {
  /** What went wrong, as a sentence for people. */
  message: string;
  /** What 'Try again' does; without it there is no button. */
  onRetry?: () => void;
  /** A retry is under way. */
  pending?: boolean;
};

/** A failure said aloud at once (role=alert), in red, with the way to try again. */
export function Failure({ message, onRetry, pending = false }: FailureProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-red/35 bg-white px-5 py-4">
      <p className="font-medium text-red" role="alert">
        {message}
      </p>
      {onRetry ? (
        <Button onClick={onRetry} pending={pending} size="small" variant="line">
          Try again
        </Button>
      ) : null}
    </div>
  );
}
