// @ts-check
import { sendText } from '@/server/http/answers/send-text';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('./readiness').Hindrance} Hindrance */

/** How long (ms) one look at the database answers for, so that nobody loads the server by asking. */
const KEPT = 1_000;

/**
 * Answers `/api/health` (the process answers; touches nothing) and `/api/health/ready` (it can serve).
 *
 * @param {object} options
 * @param {() => Promise<Hindrance | undefined>} options.check what keeps the site from serving
 * @param {() => boolean} options.isEnding whether the process has been asked to end
 * @param {import('pino').Logger} options.logger told when readiness is lost or regained
 * @param {() => number} [options.now] milliseconds
 * @returns {(request: IncomingMessage, response: ServerResponse) => Promise<boolean>} true when it answered
 */
export function answerHealth({ check, isEnding, logger, now = () => performance.now() }) {
  const look = keptFor(KEPT, logged(check, logger), now);
  return async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (path !== '/api/health' && path !== '/api/health/ready') return false;
    /** @param {number} status @param {Record<string, string>} body @param {Record<string, string>} [headers] */
    const send = (status, body, headers) =>
      sendText(request, response, { status, type: 'application/json', text: JSON.stringify(body), headers });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      send(405, { status: 'error', cause: 'Use GET.' }, { allow: 'GET, HEAD' });
    else if (path === '/api/health') send(200, { status: 'ok' });
    else {
      const hindrance = isEnding() ? { cause: 'The server is ending.' } : await look();
      if (hindrance) send(503, { status: 'unready', cause: hindrance.cause });
      else send(200, { status: 'ready' });
    }
    return true;
  };
}

/**
 * @template T
 * @param {number} milliseconds
 * @param {() => Promise<T>} find
 * @param {() => number} now
 * @returns {() => Promise<T>} its answer, for that long
 */
function keptFor(milliseconds, find, now) {
  /** @type {{ answer: Promise<T>, at: number } | undefined} */
  let kept;
  return () => {
    if (!kept || now() - kept.at >= milliseconds) kept = { answer: find(), at: now() };
    return kept.answer;
  };
}

/** @param {() => Promise<Hindrance | undefined>} check @param {import('pino').Logger} logger */
function logged(check, logger) {
  /** @type {string | undefined} */
  let last;
  return async () => {
    const hindrance = await check();
    if (hindrance && hindrance.cause !== last) logger.warn(hindrance, 'Not ready');
    if (!hindrance && last) logger.info('Ready again');
    last = hindrance?.cause;
    return hindrance;
  };
}
