'use client';
import { usePathname } from 'next/navigation';
import { brand, defaultOrigin } from '@/lib/config/brand';
import { previewPath, previewSize } from '@/lib/config/page-metadata';

const name = 'public-url';

/**
 * PUBLIC_URL, without a trailing slash; in a browser as the document names it. The server writes it into documents when
 * it starts, because a build doesn't know it. So nothing that a page sends to React may contain it: only client
 * components name it.
 */
export const publicUrl: string = new URL(
  typeof document === 'undefined' ? process.env.PUBLIC_URL || defaultOrigin : namedByDocument(),
).origin;

function namedByDocument(): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? location.origin;
}

/** The public URL in every document, in the consoles too: a tab that begins there may navigate to public pages. */
export const PublicUrl = () => <meta name={name} content={publicUrl} />;

/** The metadata of a public page that contains its address: the canonical address, and the image of previews. */
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
