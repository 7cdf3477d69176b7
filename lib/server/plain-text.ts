/** A response of text that is never stored and never read as anything else. */
export const plainText = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });

/** The response while the database fails. @param thing that couldn't be stored */
export const refuseUnavailable = (thing: 'email' | 'message'): Response =>
  plainText(503, `The ${thing} couldn't be stored.`, { 'retry-after': '60' });
