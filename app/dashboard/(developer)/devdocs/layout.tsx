import type { ReactNode } from 'react';
import { DocsFrame } from '@/components/content/docs/docs-page-screen';

export default function DevdocsLayout({ children }: { children: ReactNode }) {
  return <DocsFrame tree="devdocs">{children}</DocsFrame>;
}
