import type { ReactNode } from 'react';
import { TemporaryPasswordLine } from '@/components/auth/console-session';
import { AdminGuard } from '@/components/auth/session-guard';
import { CommandButton } from '@/components/command/command-button';
import { AdminFrame } from '@/components/layout/admin-frame';
import { ApprovalCount } from '@/components/workflows/approval-count';

const workflows = '/dashboard/admin/workflows';

/** The administration console: its own frame, for admins only. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <AdminGuard>
      <AdminFrame
        marks={{ [workflows]: <ApprovalCount live /> }}
        menuMarks={{ [workflows]: <ApprovalCount /> }}
        menuSearch={<CommandButton tone="ink" />}
        search={<CommandButton shortcut tone="ink" />}
      >
        <TemporaryPasswordLine />
        {children}
      </AdminFrame>
    </AdminGuard>
  );
}
