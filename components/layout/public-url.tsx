'use client';
import { defaultOrigin } from '@/lib/config/default-origin';

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

/** Names it in every document, those of the consoles too: a tab that begins there may go on to public pages. */
export const PublicUrl = () => <meta name={name} content={publicUrl} />;
