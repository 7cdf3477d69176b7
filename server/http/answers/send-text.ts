// @ts-check

/**
 * Answers with a short text that nobody keeps.
 *
 * @param {import('node:http').IncomingMessage} request a HEAD gets the headers alone
 * @param {import('node:http').ServerResponse} response
 * @param {{ status: number, type?: string, text: string, headers?: Record<string, string> }} answer
 */
export function sendText(request, response, { status, type = 'text/plain; charset=utf-8', text, headers }) {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
