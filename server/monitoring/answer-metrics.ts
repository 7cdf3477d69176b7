// @ts-check
import { createHash, timingSafeEqual } from 'node:crypto';
import { sendText } from '@/server/http/answers/send-text';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest();

/**
 * Answers `/api/metrics` to who has the token. Without a token configured there is no such address.
 *
 * @param {string} token METRICS_TOKEN
 * @param {(() => Promise<{ type: string, text: string }>) | undefined} print where there is a token
 * @returns {(request: IncomingMessage, response: ServerResponse) => Promise<boolean>} true when it answered
 */
export function answerMetrics(token, print) {
  const wanted = sha256(token);
  return async (request, response) => {
    if ((request.url ?? '').split('?', 1)[0] !== '/api/metrics') return false;
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (token === '' || !print) sendText(request, response, { status: 404, text: 'Not found.\n' });
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      sendText(request, response, { status: 405, text: 'Use GET.\n', headers: { allow: 'GET, HEAD' } });
    // Hashes are of one length, and comparing them does not tell how much of a guess is right.
    else if (!timingSafeEqual(sha256(given), wanted))
      sendText(request, response, {
        status: 401,
        text: 'Unauthorized.\n',
        headers: { 'www-authenticate': 'Bearer realm="metrics"' },
      });
    else sendText(request, response, { status: 200, ...(await print()) });
    return true;
  };
}
