import type { ReactNode } from 'react';
import { DocsFrame } from '@/components/content/docs/docs-frame';

export default function DevdocsLayout({ children }: { children: ReactNode }) {
  return <DocsFrame tree="devdocs">{children}</DocsFrame>;
}
