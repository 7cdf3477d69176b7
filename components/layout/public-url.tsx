'use client';
import { defaultOrigin } from '@/lib/config/default-origin';

const name = 'public-url';

/**
 * PUBLIC_URL in the head of every document. The server writes it there when it starts, because a build doesn't know it,
 * so nothing that a page sends to React may contain it: only client components name it, by `publicUrl`.
 */
export function PublicUrl() {
  return <meta name={name} content={publicUrl()} />;
}

/** @returns PUBLIC_URL without a trailing slash; in a browser what the document says */
export function publicUrl(): string {
  if (typeof document === 'undefined') return new URL(process.env.PUBLIC_URL || defaultOrigin).origin;
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? location.origin;
}
