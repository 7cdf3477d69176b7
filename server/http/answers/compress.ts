// @ts-check
import compression from 'compression';

/** @typedef {import('express').Request} Request what the middleware is typed for; it uses Node's own only */
/** @typedef {import('express').Response} Response */

/**
 * Compresses what text a client takes compressed, brotli first. Next's own does so for pages only: its route handlers
 * set the content type as a list, which its filter does not read.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
export function compress(request, response) {
  middleware(/** @type {Request} */ (request), /** @type {Response} */ (response), () => undefined);
}

const middleware = compression({
  filter: (request, response) => {
    const type = String(response.getHeader('content-type') ?? '');
    if (type.startsWith('text/event-stream')) return false;
    if (type) response.setHeader('content-type', type);
    return compression.filter(request, response);
  },
});
