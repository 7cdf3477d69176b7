// @ts-check

/** @typedef {{ status: number, message: string, headers?: Record<string, string> }} Refusal */

/**
 * Whether a request's target can be answered at all; what cannot would reach Next and be a 500 in its log.
 *
 * @param {import('node:http').IncomingMessage} request
 * @returns {Refusal | undefined}
 */
export function checkTarget({ method = 'GET', url = '/' }) {
  // Next cannot even refuse it.
  if (method === 'TRACE') return notAllowed('GET, HEAD, POST, OPTIONS');
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith('/') || !isEncoded(path) || /%(2e|2f|5c|00)/i.test(path))
    return { status: 400, message: 'The address is not valid.' };
  // Next's own tools post to /__nextjs… while developing.
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead || /^\/(api\/|__nextjs)/.test(path) ? undefined : notAllowed('GET, HEAD');
}

/** @param {string} allow @returns {Refusal} */
const notAllowed = (allow) => ({
  status: 405,
  message: 'This address does not take that method.',
  headers: { allow },
});

/** @param {string} path */
function isEncoded(path) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
