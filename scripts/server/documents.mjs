// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import Negotiator from 'negotiator';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** @type {Record<'br' | 'gzip' | 'identity', (html: Buffer) => Buffer>} */
const encoders = {
  br: (html) => zlib.brotliCompressSync(html, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (html) => zlib.gzipSync(html, { level: 9 }),
  identity: (html) => html,
};

/**
 * The HTML of prerendered pages, read and compressed once: Next would render its way to the same bytes for every
 * request, and they would be compressed anew.
 *
 * @param {string} buildDirectory of Next, `.next`
 * @returns {(address: string, request: IncomingMessage, response: ServerResponse) => boolean} answers with the page of
 *   an address; false where the build has no such file
 */
export function documents(buildDirectory) {
  /** @type {Map<string, Buffer | undefined>} */
  const kept = new Map();
  const remember = (/** @type {string} */ key, /** @type {() => Buffer | undefined} */ make) => {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key);
  };
  const read = (/** @type {string} */ address) => {
    const file = path.join(buildDirectory, 'server', 'app', `${address === '/' ? '/index' : address}.html`);
    return fs.existsSync(file) ? fs.readFileSync(file) : undefined;
  };
  return (address, request, response) => {
    const html = remember(address, () => read(address));
    if (!html) return false;
    const encoding =
      new Negotiator(request).encoding(['br', 'gzip', 'identity'], ['br', 'gzip']) ?? 'identity';
    const body = remember(`${encoding} ${address}`, () => encoders[encoding](html)) ?? html;
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}
