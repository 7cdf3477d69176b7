// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import Negotiator from 'negotiator';
import { documentPolicy } from '../headers/content-policy.mjs';
import { setDocumentPolicy } from '../headers/security-headers.mjs';
import { sayOnce } from './say-once.mjs';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** @type {Record<'br' | 'gzip' | 'identity', (text: Buffer) => Buffer>} */
const encoders = {
  br: (text) => zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text) => zlib.gzipSync(text, { level: 9 }),
  identity: (text) => text,
};

/** Stands in a policy where each answer has a nonce of its own. */
const placeholder = '{nonce}';

/**
 * Prerendered pages and files, read, compressed and hashed once: Next would render its way to the same bytes for every
 * request, they would be compressed anew, and each client that reads slowly would hold a copy.
 *
 * @param {string} buildDirectory of Next, `.next`
 * @param {string[]} connectTo origins beside this one that the site's scripts may send to
 */
export function documents(buildDirectory, connectTo) {
  const built = (/** @type {string} */ address) => {
    if (address.startsWith('/_next/')) return fs.readFileSync(path.join(buildDirectory, address.slice(6)));
    const name = path.join(buildDirectory, 'server', 'app', address === '/' ? '/index' : address);
    const file = [`${name}.html`, `${name}.body`].find((built) => fs.existsSync(built));
    return file === undefined ? undefined : fs.readFileSync(file);
  };
  const read = kept((/** @type {string} */ address) => {
    const file = built(address);
    return file?.subarray(0, 15).toString() === '<!DOCTYPE html>' ? Buffer.from(sayOnce(String(file))) : file;
  });
  const encoded = {
    br: kept((address) => encoders.br(read(address) ?? Buffer.of())),
    gzip: kept((address) => encoders.gzip(read(address) ?? Buffer.of())),
    identity: read,
  };
  const policyFor = (/** @type {typeof read} */ from) =>
    kept((/** @type {string} */ address) =>
      documentPolicy({ html: [String(from(address) ?? '')], connectTo }),
    );
  const policy = policyFor(read);
  const renderedPolicy = kept(() => {
    const html = ['/_not-found', '/_global-error'].map((address) => String(built(address) ?? ''));
    return documentPolicy({ html, connectTo, nonce: placeholder });
  });
  return {
    /**
     * @param {string} address of a prerendered page
     * @returns {string} its content security policy
     */
    policy,

    /**
     * @param {string} address of a prerendered page that Next sends itself
     * @returns {string} its content security policy
     */
    builtPolicy: policyFor(built),

    /**
     * @param {string} nonce of the inline scripts that Next makes
     * @returns {string} the policy of a document that Next answers with: one it renders for the request, or the page
     *   for what is not there, or the one for what has failed
     */
    renderedPolicy: (nonce) => renderedPolicy('').replace(placeholder, nonce),

    /**
     * @param {string} address
     * @param {IncomingMessage} request
     * @param {ServerResponse} response
     * @param {{ type: string, status?: number }} content HTML gets its policy
     * @returns {boolean} whether the page or file of the address was sent; false where the build has no such file
     */
    send: (address, request, response, { type, status = 200 }) => {
      if (!read(address)) return false;
      const isCompressed = /^(?:font|image)\/(?!svg)/.test(type);
      const wanted = new Negotiator(request).encoding(['br', 'gzip', 'identity'], ['br', 'gzip']);
      const encoding = isCompressed ? 'identity' : (wanted ?? 'identity');
      const body = encoded[encoding](address) ?? Buffer.of();
      if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
      if (type.startsWith('text/html')) setDocumentPolicy(request, response, policy(address));
      response.writeHead(status, { 'Content-Type': type, 'Content-Length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
  };
}

/**
 * @template Value
 * @param {(address: string) => Value} make
 * @returns {(address: string) => Value} the same, made once for each address: only for addresses of the build
 */
function kept(make) {
  /** @type {Map<string, Value>} */
  const values = new Map();
  return (address) => {
    const known = values.get(address);
    if (known !== undefined) return known;
    const value = make(address);
    values.set(address, value);
    return value;
  };
}
