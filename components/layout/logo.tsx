import Link from 'next/link';
import { brand } from '@/lib/config/brand';
import { LogoMark } from './logo-mark';

/** The mark and the product's name; leads home. */
export function Logo() {
  return (
    <Link
      href="/"
      prefetch={false}
      className="my-2 flex h-11 items-center gap-2.5 rounded-[4px] font-[650] text-on-ink no-underline"
    >
      <LogoMark />
      {brand.name}
    </Link>
  );
}
