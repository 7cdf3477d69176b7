// @ts-check
import onHeaders from 'on-headers';

/**
 * Takes from an answer what Next tells of itself and no browser asks for. Its client-side router reads such headers,
 * on the data that it fetches. Several `Allow` become the one that clients look for.
 *
 * @param {import('node:http').IncomingMessage} request before Next has it, which removes what the router sent
 * @param {import('node:http').ServerResponse} response
 */
export function hideFramework(request, response) {
  const isForRouter = request.headers.rsc !== undefined;
  onHeaders(response, () => {
    const allow = response.getHeader('allow');
    if (Array.isArray(allow)) response.setHeader('Allow', allow.join(', '));
    if (isForRouter) return;
    for (const name of response.getHeaderNames())
      if (name.startsWith('x-nextjs-')) response.removeHeader(name);
  });
}
