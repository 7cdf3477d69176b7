'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { brand } from '@/lib/config/brand';
import { adminNavigation } from '@/lib/config/navigation';

/** The console's pages in their groups, on black; the one that is open is green and carries `aria-current`. */
export function AdminNav({ titled = true, onChoose }: { titled?: boolean; onChoose?: () => void }) {
  const pathname = usePathname();
  return (
    <nav aria-label={brand.consoleTitle} className="text-[14.5px] text-on-ink-muted">
      {titled && <p className="mb-3 px-2.5 font-[650] text-[15px] text-white">{brand.consoleTitle}</p>}
      {adminNavigation.map((group) => (
        <div className="mb-3" key={group.title}>
          <p className="px-2.5 pt-2 pb-1.5 font-mono font-semibold text-[11px] uppercase tracking-[0.08em]">
            {group.title}
          </p>
          <ul>
            {group.links.map(({ label, href, section }) => {
              const current = pathname === href || (section && pathname.startsWith(`${href}/`));
              return (
                <li key={href}>
                  <Link
                    aria-current={current ? 'page' : undefined}
                    className="block rounded-[5px] px-2.5 py-[7px] no-underline outline-offset-[-2px] hover:text-white aria-[current=page]:bg-[#0d2419] aria-[current=page]:text-signal-glow"
                    href={href}
                    onClick={onChoose}
                    prefetch={false}
                  >
                    {label}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
