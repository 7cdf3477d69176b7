// @ts-check
import { randomUUID } from 'node:crypto';
import onHeaders from 'on-headers';
import { setDocumentPolicy } from './security-headers';

/**
 * Gives what Next answers with its content security policy, if it is a document. Next puts a nonce on the inline scripts
 * it makes when it finds one in a policy among the request's headers; it never reaches what was prerendered.
 *
 * @param {import('node:http').IncomingMessage} request gets that header; what the client sent under its name goes
 * @param {import('node:http').ServerResponse} response
 * @param {object} policies
 * @param {(address: string) => string | undefined} policies.policyOf a prerendered page, which Next sends itself if
 *   the query has `_rsc`
 * @param {(nonce: string) => string} policies.renderedPolicy of any other document
 */
export function protectRendered(request, response, { policyOf, renderedPolicy }) {
  const { url = '' } = request;
  const nonce = randomUUID();
  request.headers['content-security-policy'] = `script-src 'nonce-${nonce}'`;
  delete request.headers['content-security-policy-report-only'];
  onHeaders(response, () => {
    if (!/^text\/html\b/.test(String(response.getHeader('content-type')))) return;
    const built = response.statusCode === 200 ? policyOf(new URL(`http://site${url}`).pathname) : undefined;
    setDocumentPolicy(request, response, built ?? renderedPolicy(nonce));
  });
}
