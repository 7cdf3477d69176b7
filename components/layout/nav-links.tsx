'use client';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { isCurrentLink, type NavigationGroup, type NavigationLink } from '@/lib/config/navigation';

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

/** Marks after links, by their addresses. */
export type LinkMarks = Readonly<Record<string, ReactNode>>;

/** Groups of links on ink, each under its title; the current page's link is green and has `aria-current`. */
export function NavGroups({ groups, marks = {} }: { groups: readonly NavigationGroup[]; marks?: LinkMarks }) {
  const pathname = usePathname();
  return groups.map((group) => (
    <div className="mb-3 text-[14.5px] text-on-ink-muted last:mb-0 folded:-mx-2.5" key={group.title}>
      <p className="px-2.5 pt-2 pb-1.5 font-mono font-semibold text-[11px] uppercase tracking-[0.08em]">
        {group.title}
      </p>
      <ul>
        {group.links.map((link) => (
          <li key={link.href}>
            <Link
              aria-current={isCurrentLink(pathname, link, group.links) ? 'page' : undefined}
              className="flex items-center justify-between gap-2 rounded-[5px] px-2.5 py-[7px] folded:py-[9px] no-underline outline-offset-[-2px] hover:text-white aria-[current=page]:bg-[#0d2419] aria-[current=page]:text-signal-glow"
              href={link.href}
            >
              {link.label}
              {marks[link.href]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}
