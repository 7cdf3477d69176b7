'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { brand } from '@/lib/config/brand';
import { AdminNav } from './admin-nav';

/** The console's pages on small screens: a black bar, and the pages behind its button. */
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
