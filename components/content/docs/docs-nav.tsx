'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { Link } from '@/components/ui/link';
import { SearchTrigger } from '@/components/ui/search-trigger';
import type { DocsTree } from '@/lib/config/docs';
import type { DocsLink, DocsSection } from '@/lib/content/docs-pages';

interface DocsNavProps {
  title: string;
  sections: DocsSection[];
  /** The current page was chosen, so nothing is loaded. */
  onCurrent?: () => void;
}

/** The pages of a tree, section by section; the current one has `aria-current`. */
export function DocsNav({ title, sections, onCurrent }: DocsNavProps) {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (pathname) showCurrent(nav.current);
  }, [pathname]);
  return (
    <nav ref={nav} aria-label={title} className="text-[14.5px]">
      {sections.map((section) => (
        <div key={section.title} className="mb-5">
          {!repeats(section.title, section.pages) && (
            <p className="mb-1 text-[13px] font-semibold text-text">{section.title}</p>
          )}
          <ul>
            {section.pages.map((page, index) => (
              <li key={page.href}>
                {page.group &&
                  page.group !== section.pages[index - 1]?.group &&
                  !repeats(
                    page.group,
                    section.pages.filter(({ group }) => group === page.group),
                  ) && <p className="mt-2.5 mb-0.5 pl-3 text-[12.5px] text-muted">{page.group}</p>}
                <div className="flex items-baseline border-l border-rule has-[[aria-current=page]]:border-signal">
                  <Link
                    href={page.href}
                    aria-current={page.href === pathname ? 'page' : undefined}
                    onClick={page.href === pathname ? onCurrent : undefined}
                    className="block min-w-0 grow py-[5px] pl-3 max-lg:py-[9px] text-muted no-underline hover:text-text aria-[current=page]:font-semibold aria-[current=page]:text-signal-ink"
                  >
                    {page.title}
                  </Link>
                  {page.preview && <span className="shrink-0 pl-2 text-[11.5px] text-muted">Preview</span>}
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Whether a section or group has a single page of the same name. */
const repeats = (name: string, pages: DocsLink[]) =>
  pages.length === 1 && pages[0]?.title.toLowerCase() === name.toLowerCase();

/** Scrolls the box around a long tree, never the page, so that the current page's link is visible. */
function showCurrent(nav: HTMLElement | null): void {
  const link = nav?.querySelector('[aria-current=page]');
  const box = link?.closest('aside, dialog');
  if (!link || !box) return;
  const below =
    link.getBoundingClientRect().bottom - Math.min(box.getBoundingClientRect().bottom, window.innerHeight);
  if (below > 0) box.scrollTop += below + box.clientHeight / 3;
}

/** The tree on small screens, behind a button. */
export function DocsDrawer({ title, sections }: { title: string; sections: DocsSection[] }) {
  const pathname = usePathname();
  const [open, setOpen] = useState(false);

  // Not before the chosen page has arrived: its link says that it's loading.
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

interface SearchButtonProps {
  tree: DocsTree;
  /** Whether Ctrl K or ⌘ K opens it too: only where the keys don't open the command menu. */
  shortcut?: boolean;
}

const importDialog = async () => (await import('./search-dialog')).SearchDialog;

/** Opens the search of a docs tree. */
export function SearchButton({ tree, shortcut = false }: SearchButtonProps) {
  return (
    <SearchTrigger extra={{ tree }} importDialog={importDialog} label="Search docs" shortcut={shortcut} />
  );
}
