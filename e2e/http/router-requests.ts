import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { computeCacheBustingSearchParam } from 'next/dist/shared/lib/router/utils/cache-busting-search-param.js';

export type SiteRequest = [address: string, headers: Record<string, string>];

export const forRouter = { rsc: '1' };

/** What the client-side router sends for the data of one address that the build contains, whole and in parts. */
export async function routerRequests(address: string): Promise<SiteRequest[]> {
  const notes = path.join('.next', 'server', 'app', `${address === '/' ? '/index' : address}.meta`);
  if (!existsSync(notes)) return [];
  const { segmentPaths = [] }: { segmentPaths?: string[] } = JSON.parse(readFileSync(notes, 'utf8'));
  if (segmentPaths.length === 0) return [];
  const parts = segmentPaths.map(async (part): Promise<SiteRequest> => {
    const hash = await computeCacheBustingSearchParam('1', part, undefined, undefined);
    const headers = { ...forRouter, 'next-router-prefetch': '1', 'next-router-segment-prefetch': part };
    return [`${address}?_rsc=${hash}`, headers];
  });
  return [[`${address}?_rsc`, forRouter], [address, forRouter], ...(await Promise.all(parts))];
}
