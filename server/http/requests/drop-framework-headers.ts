// @ts-check
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

/** What Next's client-side router sends with `rsc`. */
const ofRouter = new Set([
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
]);

/** Header names that Next, or the platform it is made for, gives a meaning to. */
const ofNext =
  /^(?:next-|x-next|x-action-|x-invocation-|x-invoke-|x-matched-path$|x-middleware-|x-now-|x-prerender-|x-vercel-)/;

/**
 * Takes from a request what would make Next do something that this site doesn't use: call a server action, resume or
 * revalidate a page, answer with another one. Next drops some of these headers itself. Cookies go too: the site has
 * none, and Next's turn on its draft mode.
 *
 * @param {import('node:http').IncomingMessage} request before Next has it
 */
export function dropFrameworkHeaders({ headers }) {
  delete headers.cookie;
  for (const name of Object.keys(headers)) if (ofNext.test(name) && !ofRouter.has(name)) delete headers[name];
  if (!isRouterState(headers['next-router-state-tree'])) delete headers['next-router-state-tree'];
  // The other kinds prerender a page for each request, for which this site's pages aren't made.
  if (headers['next-router-prefetch'] !== '1') delete headers['next-router-prefetch'];
}

/** @param {string | string[] | undefined} header @returns {boolean} whether Next can read it; otherwise it would fail */
function isRouterState(header) {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}
