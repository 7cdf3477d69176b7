import type { ReactNode } from 'react';
import { PageAddress } from '@/components/layout/page-address';
import { SiteShell } from '@/components/layout/site-shell';

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <SiteShell>
      <PageAddress />
      {children}
    </SiteShell>
  );
}
