// @ts-check
import { requestNotes } from '@/lib/server/runtime/runtime';
import { routeClass } from './route-class';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * A request that has ended.
 *
 * @typedef {object} Answered
 * @property {string} id of the request
 * @property {string} method
 * @property {string} target query included; of a call to the root as `sendRootCallsToApi` has rewritten it
 * @property {import('./route-class').RouteClass} route
 * @property {number} status 499 where the client left before the answer had begun
 * @property {boolean} aborted whether the client left before the answer was whole
 * @property {number} seconds from its headers to the end of the answer
 * @property {import('@/lib/server/runtime/runtime').RequestNotes} notes
 */

/**
 * @param {((answered: Answered) => void)[]} observers told of every request once it has ended
 * @returns {(request: IncomingMessage, response: ServerResponse, notes: Answered['notes'], answer: () => unknown) => void}
 *   runs `answer`, whose `requestNotes` these are, and then the observers'
 */
export function observeRequests(observers) {
  return (request, response, notes, answer) => {
    const since = performance.now();
    const { method = '', url: target = '' } = request;
    response.once('close', () => {
      const aborted = !response.writableFinished;
      const answered = {
        id: String(response.getHeader('x-request-id') ?? ''),
        method,
        target,
        route: routeClass(target.split('?', 1)[0] ?? ''),
        status: response.headersSent ? response.statusCode : 499,
        aborted,
        seconds: (performance.now() - since) / 1000,
        notes,
      };
      for (const observe of observers) observe(answered);
    });
    requestNotes.run(notes, answer);
  };
}
