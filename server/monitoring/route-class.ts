// @ts-check

/** @typedef {'api' | 'email' | 'monitoring' | 'asset' | 'page' | 'other'} RouteClass */

/**
 * What kind of thing a path asks for: few and fixed, so that nobody makes new ones by asking.
 *
 * @param {string} path without query
 * @returns {RouteClass}
 */
export function routeClass(path) {
  if (path === '/api/graphql') return 'api';
  if (path === '/api/v1.0/email/send') return 'email';
  if (path === '/api/metrics' || path === '/api/health' || path.startsWith('/api/health/'))
    return 'monitoring';
  if (path.startsWith('/api/') || !path.startsWith('/')) return 'other';
  if (path.startsWith('/_next/') || path.startsWith('/og/') || /\.[a-z0-9]{2,12}$/i.test(path))
    return 'asset';
  return 'page';
}
