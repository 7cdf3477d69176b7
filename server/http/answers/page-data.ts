import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import {
  computeCacheBustingSearchParam,
  computeLegacyCacheBustingSearchParam,
} from 'next/dist/shared/lib/router/utils/cache-busting-search-param.js';
import { dropFrameworkHeaders } from '@/server/http/headers/framework-headers';

/** What Next writes next to a prerendered page. */
interface PageNotes {
  headers?: Record<string, string>;
  /** The parts of the page that the router can ask for. */
  segmentPaths?: string[];
}

/** A file of the build, and the headers by which the router knows what it is. */
interface PageData {
  address: string;
  headers: Record<string, string>;
}

/** Whether Next's client-side router asks for data, at the address at which others get the document. */
export const isForRouter = ({ headers }: IncomingMessage): boolean => headers.rsc === '1';

/**
 * @param buildDirectory of Next, `.next`
 * @returns what the router wants of a prerendered page, as Next would send it. Undefined if Next sends no data: it
 *   redirects a query that doesn't name the request's headers, which a cache may not tell apart, and has no such part
 */
export function pageData(
  buildDirectory: string,
): (pathname: string, request: IncomingMessage) => Promise<PageData | undefined> {
  const notesOf = (name: string): PageNotes => {
    const file = path.join(buildDirectory, 'server', 'app', `${name}.meta`);
    return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  };
  const known = new Map<string, PageNotes>();
  return async (pathname, request) => {
    dropFrameworkHeaders(request);
    if (!(await hasQueryOfHeaders(request))) return undefined;
    const name = pathname === '/' ? '/index' : pathname;
    const notes = known.get(name) ?? notesOf(name);
    known.set(name, notes);
    const segment = wantedSegment(request);
    if (segment === undefined) {
      const { 'x-next-cache-tags': _, ...headers } = notes.headers ?? {};
      return { address: `${name}.rsc`, headers };
    }
    if (!notes.segmentPaths?.includes(segment)) return undefined;
    return {
      address: `${name}.segments${segment}.segment.rsc`,
      headers: { 'x-nextjs-prerender': '1', 'x-nextjs-postponed': '2' },
    };
  };
}

/** The part of the page that the request prefetches; undefined if it wants the whole page. */
function wantedSegment({ headers }: IncomingMessage): string | undefined {
  const segment = headers['next-router-segment-prefetch'];
  return headers['next-router-prefetch'] === '1' && segment ? String(segment) : undefined;
}

/** Whether `_rsc` is the digest of the request's headers, as Next computes it. */
async function hasQueryOfHeaders({ headers, url = '' }: IncomingMessage): Promise<boolean> {
  const prefetch = headers['next-router-prefetch'] === '1' ? '1' : undefined;
  const digested = [
    prefetch,
    headers['next-router-segment-prefetch'],
    headers['next-router-state-tree'],
    headers['next-url'],
  ] as const;
  const found = new URL(url, 'http://site').searchParams.get('_rsc');
  if (found === null) return false;
  return (
    found === (await computeCacheBustingSearchParam(...digested)) ||
    found === computeLegacyCacheBustingSearchParam(...digested)
  );
}
