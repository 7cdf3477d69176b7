// @ts-check
import { gzipSync } from 'node:zlib';

/**
 * The script a modern browser must load before a page is alive: the files that its HTML names, gzip.
 *
 * @param {string} url of the page
 * @returns {Promise<number>} kB (10^3 bytes)
 */
export async function scriptBytes(url) {
  const html = await (await fetch(url)).text();
  const tags = [...html.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/nomodule/i.test(tag));
  const sources = new Set(tags.flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []));
  let bytes = 0;
  for (const source of sources) {
    const response = await fetch(new URL(source, url));
    if (!response.ok) throw new Error(`${source} of ${url} answered ${response.status}.`);
    bytes += gzipSync(Buffer.from(await response.arrayBuffer())).length;
  }
  return bytes / 1000;
}
