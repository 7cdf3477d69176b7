import { LogoMark } from '@/components/layout/logo-mark';
import { brand } from '@/lib/config/brand';
import { ErrorMessage } from './error-message';

/** An error's whole page, for where the site's own frame may be what failed. */
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
