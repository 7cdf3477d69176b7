import { LogoMark } from '@/components/layout/logo-mark';
import { Button, buttonLook } from '@/components/ui/button';
import { brand } from '@/lib/config/brand';

const digestOf = (error: unknown) =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : null;

/** What is shown where a page could not be: no detail of the error, only the reference that the log has too. */
export function ErrorPanel({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-rule-dark bg-ink text-on-ink">
        <div className="wrap flex h-[60px] items-center gap-2.5 font-[650]">
          <LogoMark />
          {brand.name}
        </div>
      </header>
      <main id="main" className="wrap my-auto py-16">
        <h1 className="text-[34px] leading-[1.12] font-semibold tracking-[-0.02em]">
          Unexpected Application Error!
        </h1>
        <p className="mt-4 max-w-[52ch] text-[17px] text-muted">
          Something broke on our side. Trying again often helps.
        </p>
        {digest && (
          <p className="mt-3 text-[14.5px] text-muted">
            Reference <code className="font-mono text-text select-all">{digest}</code>
          </p>
        )}
        <div className="mt-8 flex flex-wrap gap-2.5">
          <Button onClick={retry}>Try again</Button>
          {/* A plain link: it loads the site anew, whatever state the router is in. */}
          <a href="/" className={buttonLook('line', 'medium')}>
            Go to the home page
          </a>
        </div>
      </main>
    </div>
  );
}
