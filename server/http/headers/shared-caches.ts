// @ts-check
import onHeaders from 'on-headers';

/**
 * Next lets shared caches keep what it made at build time for a year, 404 pages included. A build later such a page
 * names scripts that are gone: it may be kept, and is asked for again before it is used; what is not there is not kept.
 *
 * @param {import('node:http').ServerResponse} response
 */
export function boundSharedCaches(response) {
  onHeaders(response, () => {
    if (!/s-maxage/.test(String(response.getHeader('cache-control') ?? ''))) return;
    const kept = response.statusCode === 200;
    response.setHeader('Cache-Control', kept ? 'public, max-age=0, must-revalidate' : 'no-store');
  });
}
