'use client';
import { defaultOrigin } from '@/lib/config/default-origin';

/**
 * PUBLIC_URL, without a trailing slash; in a browser as the document's canonical address names it. The server writes it
 * into documents when it starts, because a build doesn't know it. So nothing that a page sends to React may contain it:
 * only client components name it.
 */
export const publicUrl: string = new URL(
  typeof document === 'undefined' ? process.env.PUBLIC_URL || defaultOrigin : namedByDocument(),
).origin;

function namedByDocument(): string {
  return document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.origin;
}
