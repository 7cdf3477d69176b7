import { Link } from '@/components/ui/link';
import { brand } from '@/lib/config/brand';
import { footerNavigation } from '@/lib/config/navigation';
import { CurrentYear } from './current-year';

/** The public pages' footer: two columns of links and the copyright line. */
export function SiteFooter({ builtIn }: { builtIn: number }) {
  return (
    <footer className="border-t border-rule bg-paper-2 text-[14.5px] print:hidden">
      <div className="wrap grid grid-cols-2 gap-x-12 gap-y-8 py-9 sm:py-11 md:grid-cols-[1fr_auto_auto]">
        <p className="max-w-[34ch] text-muted max-md:col-span-2">{brand.tagline}</p>
        {footerNavigation.map((column) => (
          <nav key={column.title} aria-label={column.title} className="md:min-w-[168px]">
            <h2 className="mb-2 text-[14.5px] font-semibold">{column.title}</h2>
            <ul>
              {column.links.map((link) => (
                <li key={link.href}>
                  <Link
                    href={link.href}
                    className="inline-block py-1 text-muted no-underline hover:text-text hover:underline"
                  >
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <p className="border-t border-rule col-span-2 pt-5 text-muted md:col-span-3">
          © <CurrentYear built={builtIn} /> {brand.company}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}
