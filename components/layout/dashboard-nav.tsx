'use client';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { dashboardNavigation, isCurrentLink } from '@/lib/config/navigation';
import { type LinkMarks, NavGroups } from './nav-links';

interface DashboardNavProps {
  /** Opens the command menu. */
  search: ReactNode;
  marks?: LinkMarks;
}

/** The signed-in area's own pages, below the header; the current one is underlined in green. */
export function DashboardNav({ search, marks = {} }: DashboardNavProps) {
  const pathname = usePathname();
  return (
    <nav aria-label="Dashboard" className="border-rule border-b bg-white max-md:hidden print:hidden">
      <div className="wrap flex items-center justify-between gap-6">
        <ul className="flex gap-x-6">
          {dashboardNavigation.map((link) => (
            <li className="relative" key={link.href}>
              <Link
                aria-current={isCurrentLink(pathname, link, dashboardNavigation) ? 'page' : undefined}
                className="block whitespace-nowrap border-signal pt-3 pb-[14px] text-[15px] text-muted no-underline outline-offset-[-3px] hover:text-text aria-[current=page]:border-b-2 aria-[current=page]:pb-3 aria-[current=page]:font-semibold aria-[current=page]:text-text"
                href={link.href}
              >
                {link.label}
                {/* In the gap to the next link, so that no link moves. */}
                <span className="-ml-0.5 absolute top-1 left-full leading-none">{marks[link.href]}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div className="w-[220px]">{search}</div>
      </div>
    </nav>
  );
}

/** The same pages in the header's menu of small screens. */
export function DashboardMenu({ search, marks }: DashboardNavProps) {
  return (
    <nav aria-label="Dashboard">
      <div className="mb-4">{search}</div>
      <NavGroups groups={[{ title: 'Dashboard', links: dashboardNavigation }]} marks={marks} />
    </nav>
  );
}
