'use client';
import { Button } from '@/components/ui/button';

/** An unexpected error on a dashboard page; `digest` finds it in the server's log. */
export function ErrorScreen({ digest }: { digest?: string }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <h1 className="font-semibold text-[26px] leading-tight tracking-[-0.02em]" role="alert">
        Unexpected Application Error!
      </h1>
      <p className="text-muted">
        Something went wrong on this page.
        {digest ? (
          <>
            {' Reference: '}
            <span className="font-mono text-text">{digest}</span>
          </>
        ) : null}
      </p>
      {/* A whole reload: a script that failed to arrive is not asked for again by rendering again. */}
      <Button onClick={() => window.location.reload()} variant="line">
        Try again
      </Button>
    </div>
  );
}
