import type { ComponentProps } from 'react';
import { PageLink } from './page-link';

/** A link in a text: within the site without a reload, elsewhere as it stands. */
export function ContentLink({ href = '', ...rest }: ComponentProps<'a'>) {
  const isPage = href.startsWith('/') && !href.startsWith('//') && !/\.[a-z]+$/.test(href);
  return isPage ? <PageLink href={href} {...rest} /> : <a href={href} {...rest} />;
}
