'use client';

import { usePathname } from 'next/navigation';
import { Link } from '@/components/ui/link';
import type { NavigationLink } from '@/lib/config/navigation';

/** A link of the header; on its own page it has `aria-current`. */
export function NavLink({ label, href, section = false }: NavigationLink) {
  const pathname = usePathname();
  const current = pathname === href || (section && pathname.startsWith(`${href}/`));
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      className="py-2 text-[15px] text-on-ink-muted no-underline hover:text-white aria-[current=page]:text-white"
    >
      {label}
    </Link>
  );
}
