import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';

/**
 * Compresses a response of text if the client accepts that, preferably with brotli. Next's own compression does so for
 * pages only: its route handlers set the content type as a list, which its filter doesn't read.
 */
export function compress(request: IncomingMessage, response: ServerResponse): void {
  // Typed for Express; it uses only what Node's own have.
  middleware(
    request as Parameters<typeof middleware>[0],
    response as Parameters<typeof middleware>[1],
    () => undefined,
  );
}

const middleware = compression({
  filter: (request, response) => {
    const type = String(response.getHeader('content-type') ?? '');
    if (type.startsWith('text/event-stream')) return false;
    if (type) response.setHeader('content-type', type);
    return compression.filter(request, response);
  },
});
