import type { ReactNode } from 'react';
import { PageAddress } from '@/components/layout/public-url';
import { SiteShell } from '@/components/layout/site-shell';
import { JoinWaitlistButton } from '@/components/site/waitlist/join-waitlist-button';

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <SiteShell menuAction={<JoinWaitlistButton variant="signal" size="small" />}>
      <PageAddress />
      {children}
    </SiteShell>
  );
}
