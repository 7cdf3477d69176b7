import type { ReactNode } from 'react';
import { CanceledLine } from '@/components/account/canceled-line';
import { ArrivalNote, TemporaryPasswordLine } from '@/components/auth/console-session';
import { SessionGuard } from '@/components/auth/session-guard';
import { CommandButton } from '@/components/command/command-button';
import { DashboardMenu, DashboardNav } from '@/components/layout/dashboard-nav';
import { SiteShell } from '@/components/layout/site-shell';
import { ApprovalCount } from '@/components/workflows/approval-count';

const workflows = '/dashboard/workflows';

/** The developer's pages: the site's frame, and content for signed-in people only. */
export default function DeveloperLayout({ children }: { children: ReactNode }) {
  return (
    <SiteShell
      menu={
        <DashboardMenu marks={{ [workflows]: <ApprovalCount own /> }} search={<CommandButton tone="ink" />} />
      }
      wide
    >
      <DashboardNav marks={{ [workflows]: <ApprovalCount live own /> }} search={<CommandButton shortcut />} />
      {/* At least a screen high, so that the footer doesn't jump while the content loads. */}
      <div className="wrap min-h-svh w-full pt-10 pb-20">
        <ArrivalNote />
        <SessionGuard>
          <TemporaryPasswordLine />
          <CanceledLine />
          {children}
        </SessionGuard>
      </div>
    </SiteShell>
  );
}
