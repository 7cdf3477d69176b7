'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import type { DocsSection } from '@/lib/content/docs-navigation';
import { DocsNav } from './docs-nav';

/** The tree on small screens, behind a button. */
export function DocsDrawer({ title, sections }: { title: string; sections: DocsSection[] }) {
  const pathname = usePathname();
  const [open, setOpen] = useState(false);

  // Until the page that was chosen is there: its link says that it is loading.
  useEffect(() => {
    if (pathname) setOpen(false);
  }, [pathname]);

  return (
    <>
      <Button variant="line" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {title} menu
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} title={title}>
        <DocsNav title={title} sections={sections} onCurrent={() => setOpen(false)} />
      </Drawer>
    </>
  );
}
