import type { ReactNode } from 'react';
import { brand } from '@/lib/config/brand';
import { adminNavigation } from '@/lib/config/navigation';
import { version } from '@/lib/config/releases';
import { NavGroups } from './nav-groups';

/** The console's pages in their groups, on black or ink, between what opens the command menu and the version. */
export function AdminNav({ search }: { search: ReactNode }) {
  return (
    <nav aria-label={brand.consoleTitle}>
      <p className="mb-3 px-2.5 font-[650] text-[15px] text-white folded:px-0">{brand.consoleTitle}</p>
      <div className="mb-3">{search}</div>
      <NavGroups groups={adminNavigation} />
      <p className="mt-6 px-2.5 text-[13px] text-on-ink-muted folded:px-0">
        {brand.name} {version}
      </p>
    </nav>
  );
}
