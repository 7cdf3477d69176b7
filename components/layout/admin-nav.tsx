import type { ReactNode } from 'react';
import { brand } from '@/lib/config/brand';
import { adminNavigation } from '@/lib/config/navigation';
import { NavGroups } from './nav-groups';

/** The console's pages in their groups, on black or ink, under what opens the command menu. */
export function AdminNav({ search }: { search: ReactNode }) {
  return (
    <nav aria-label={brand.consoleTitle}>
      <p className="mb-3 px-2.5 font-[650] text-[15px] text-white folded:px-0">{brand.consoleTitle}</p>
      <div className="mb-3">{search}</div>
      <NavGroups groups={adminNavigation} />
    </nav>
  );
}
