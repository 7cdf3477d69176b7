'use client';
import { usePathname } from 'next/navigation';
import { Link } from '@/components/ui/link';
import { dashboardNavigation } from '@/lib/config/navigation';

/** The signed-in area's own pages, below the header; the current one is underlined in green. */
export function DashboardNav() {
  const pathname = usePathname();
  return (
    <nav aria-label="Dashboard" className="border-rule border-b bg-white print:hidden">
      <ul className="wrap flex gap-x-6 overflow-x-auto overflow-y-hidden">
        {dashboardNavigation.map(({ label, href, section }) => (
          <li key={href}>
            <Link
              aria-current={
                pathname === href || (section && pathname.startsWith(`${href}/`)) ? 'page' : undefined
              }
              className="block whitespace-nowrap border-signal pt-3 pb-[14px] text-[15px] text-muted no-underline outline-offset-[-3px] hover:text-text aria-[current=page]:border-b-2 aria-[current=page]:pb-3 aria-[current=page]:font-semibold aria-[current=page]:text-text"
              href={href}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
