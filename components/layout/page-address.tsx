'use client';
import { usePathname } from 'next/navigation';
import { brand } from '@/lib/config/brand';
import { previewPath, previewSize } from '@/lib/config/page-metadata';
import { publicUrl } from './public-url';

/** What of a public page's metadata names its address: the canonical address, and the image of previews. */
export function PageAddress() {
  // The server has the page under each spelling of its path, such as /%64ocs. Its address is the plain one.
  const path = decodeURI(usePathname());
  const address = path === '/' ? publicUrl : `${publicUrl}${path}`;
  const image = `${publicUrl}${previewPath(path)}`;
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content={String(previewSize.width)} />
      <meta property="og:image:height" content={String(previewSize.height)} />
      <meta property="og:image:alt" content={`The page's title and ${brand.name}'s mark, on a dark ground`} />
      <meta name="twitter:image" content={image} />
    </>
  );
}
