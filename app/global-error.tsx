'use client';

import { fontVariables } from '@/components/layout/fonts';
import { ErrorPanel } from '@/components/site/error-message';
import { brand } from '@/lib/config/brand';
import './globals.css';

/** Replaces the root layout if that failed, so it brings its own document, styles and fonts. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" className={fontVariables}>
      <body>
        <title>{`Error | ${brand.name}`}</title>
        <ErrorPanel digest={error.digest} />
      </body>
    </html>
  );
}
