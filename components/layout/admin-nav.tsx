'use client';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { Link } from '@/components/ui/link';
import { brand } from '@/lib/config/brand';
import { adminNavigation } from '@/lib/config/navigation';

/** The console's pages in their groups, on black; the current one is green and has `aria-current`. */
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

/** The console's pages on small screens: a black bar with a button that opens them. */
export function AdminDrawer() {
  const [open, setOpen] = useState(false);

  return (
    <section
      aria-label="Console menu"
      className="sticky top-0 z-20 flex items-center justify-between gap-4 bg-black px-5 py-2.5 text-on-ink sm:px-8 lg:hidden print:hidden"
    >
      <p className="font-[650] text-[15px]">{brand.consoleTitle}</p>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} size="small" variant="quiet">
        Pages
      </Button>
      <Drawer onClose={() => setOpen(false)} open={open} title={brand.consoleTitle} tone="black">
        <AdminNav onChoose={() => setOpen(false)} titled={false} />
      </Drawer>
    </section>
  );
}
