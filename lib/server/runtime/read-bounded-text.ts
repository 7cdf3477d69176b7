import { requestNotes } from '@/lib/server/runtime/runtime';

/** Bodies of at most so many bytes are read at once: a slow client holds little memory. */
const SMALL = 8 * 1024;

/**
 * Reads a request's body, and stops as soon as it is too large: a chunked body doesn't announce its size.
 * @param max bytes
 * @returns its text, or null if it is larger; then the rest is left unread
 */
export async function readBoundedText(request: Request, max: number): Promise<string | null> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  if (announced > max) return null;
  // Node's parser never passes on more than the announced length.
  if (announced <= SMALL) return request.text();
  const hold = requestNotes.getStore()?.hold;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > max) return null;
    hold?.(size);
    chunks.push(chunk);
  }
  hold?.(size, true);
  return Buffer.concat(chunks).toString('utf8');
}
