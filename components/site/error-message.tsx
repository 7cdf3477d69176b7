import { LogoMark } from '@/components/layout/logo-mark';
import { Button, buttonLook } from '@/components/ui/button';
import { brand } from '@/lib/config/brand';

/** An unexpected error, without details: only the reference (`digest`) that finds it in the server's log. */
export function ErrorMessage({ digest }: { digest: string | undefined }) {
  return (
    <>
      <div role="alert">
        <h1 className="text-[34px] leading-[1.12] font-semibold tracking-[-0.02em]">
          Unexpected Application Error!
        </h1>
        <p className="mt-4 max-w-[52ch] text-[17px] text-muted">
          This page couldn't be shown. Try again in a moment.
        </p>
        {digest && (
          <p className="mt-3 text-[14.5px] text-muted">
            Reference <code className="font-mono text-text select-all">{digest}</code>
          </p>
        )}
      </div>
      <div className="mt-8 flex flex-wrap gap-2.5">
        {/* A full reload: rendering again wouldn't fetch a script that failed to load. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
        {/* A plain link, for the same reason. */}
        <a href="/" className={buttonLook('line')}>
          Go to the home page
        </a>
      </div>
    </>
  );
}

/** A whole page for an error, in case the site's own frame is what failed. */
export function ErrorPanel({ digest }: { digest: string | undefined }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-rule-dark bg-ink text-on-ink">
        <div className="wrap flex h-[60px] items-center gap-2.5 font-[650]">
          <LogoMark />
          {brand.name}
        </div>
      </header>
      <main id="main" className="wrap my-auto py-16">
        <ErrorMessage digest={digest} />
      </main>
    </div>
  );
}
