// @ts-check
import { createHash } from 'node:crypto';

/**
 * The policy of what is no page (data, files, refusals): shown by itself it may load and run nothing. Its own styles it
 * keeps, without which a browser shows neither an SVG nor an image as it is.
 */
export const closedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The content security policy of one HTML document: scripts from this origin's files and the inline ones it was built
 * with, by hash; nothing may frame it. No script that somebody slips in runs: the token stands in local storage.
 *
 * @param {object} document
 * @param {string[]} document.html the texts whose inline scripts and styles are let through
 * @param {string[]} [document.connectTo] origins beside this one that its scripts may send to
 * @param {string} [document.nonce] of inline scripts made while the document is, which no hash can know before
 * @returns {string} the header's value
 */
export function documentPolicy({ html, connectTo = [], nonce }) {
  const text = html.join('\n');
  const scripts = hashes(inlineScripts(text));
  const styles = hashes(inlineStyles(text));
  const attributes = hashes(styleAttributes(text));
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(nonce ? [`'nonce-${nonce}'`] : []), ...scripts],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...styles],
    'style-src-attr': attributes.length > 0 ? ["'unsafe-hashes'", ...attributes] : ["'none'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connectTo],
    'media-src': ["'none'"],
    'object-src': ["'none'"],
    'frame-src': ["'none'"],
    'worker-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** @param {string[]} texts @returns {string[]} one source expression for each that differs */
const hashes = (texts) =>
  [...new Set(texts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/** @param {string} html @returns {string[]} what runs; JSON-LD is data, which no policy looks at */
const inlineScripts = (html) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\ssrc=|\stype="application\/ld\+json"/.test(attributes))
    .map(([, , body = '']) => body);

/** @param {string} html */
const inlineStyles = (html) =>
  [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, body = '']) => body);

/** @param {string} html @returns {string[]} as the browser reads them; what stands in a script's text is no element */
const styleAttributes = (html) =>
  [...html.replace(/<script\b[\s\S]*?<\/script>/g, '').matchAll(/<[a-z][^>]*?\sstyle="([^"]*)"/g)].map(
    ([, value = '']) => value.replace(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? entity),
  );

/** @type {Record<string, string>} what React escapes in an attribute */
const entities = { '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };
