import { requestNotes } from '@/lib/server/runtime/runtime';

/** Bytes that are read at once, where a client can hold up nothing to speak of. */
const SMALL = 8 * 1024;

/**
 * Reads a request's body, and stops as soon as it is too large: a chunked one does not announce its size.
 * @param max bytes
 * @returns its text, or null if it has more bytes; the rest of it is left unread
 */
export async function readBoundedText(request: Request, max: number): Promise<string | null> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  if (announced > max) return null;
  // Node's parser lets no more through than was announced.
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
  return Buffer.concat(chunks).toString('utf8');
}
