import type { ReactNode } from 'react';
import { DocsFrame } from '@/components/content/docs/docs-page-screen';

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="wrap">
      <DocsFrame tree="docs">{children}</DocsFrame>
    </div>
  );
}
