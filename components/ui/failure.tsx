import { Button } from './button';

type FailureProps = {
  /** What went wrong, in a sentence for people. */
  message: string;
  /** What 'Try again' does; there's no button without it. */
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
