import { Button, buttonLook } from '@/components/ui/button';

/** An unexpected error: no detail of it, only the reference (`digest`) that finds it in the server's log. */
export function ErrorMessage({ digest }: { digest: string | undefined }) {
  return (
    <>
      <div role="alert">
        <h1 className="text-[34px] leading-[1.12] font-semibold tracking-[-0.02em]">
          Unexpected Application Error!
        </h1>
        <p className="mt-4 max-w-[52ch] text-[17px] text-muted">
          Something went wrong on this page. Trying again often helps.
        </p>
        {digest && (
          <p className="mt-3 text-[14.5px] text-muted">
            Reference <code className="font-mono text-text select-all">{digest}</code>
          </p>
        )}
      </div>
      <div className="mt-8 flex flex-wrap gap-2.5">
        {/* A whole reload: a script that failed to arrive is not asked for again by rendering again. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
        {/* A plain link, for the same reason. */}
        <a href="/" className={buttonLook('line')}>
          Go to the home page
        </a>
      </div>
    </>
  );
}
