import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';

const digestOf = (error: unknown) =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : null;

/** What is shown where a page could not be: no detail of the error, only the reference the log has too. */
export function ErrorPanel({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);
  return (
    <main id="main" className="wrap flex min-h-dvh flex-col items-start justify-center py-16">
      <h1 className="text-[34px] leading-[1.12] font-semibold tracking-[-0.02em]">
        Unexpected Application Error!
      </h1>
      <p className="mt-4 max-w-[52ch] text-[17px] text-muted">
        Something broke on our side, and it has been logged. Trying again often helps.
      </p>
      {digest && (
        <p className="mt-3 text-[14.5px] text-muted">
          Reference <code className="font-mono text-text select-all">{digest}</code>
        </p>
      )}
      <div className="mt-8 flex flex-wrap gap-2.5">
        <Button onClick={retry}>Try again</Button>
        <LinkButton variant="line" href="/" prefetch={false}>
          Go to the home page
        </LinkButton>
      </div>
    </main>
  );
}
