// @ts-check
import { closedPolicy } from './content-policy';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** Copying to the clipboard is the one thing the site does of all that a browser asks a page's permission for. */
const permissions = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'clipboard-read'],
  ...['display-capture', 'encrypted-media', 'fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'otp-credentials', 'payment'],
  ...['picture-in-picture', 'publickey-credentials-create', 'publickey-credentials-get'],
  ...['screen-wake-lock', 'serial', 'storage-access', 'sync-xhr', 'usb', 'window-management'],
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)')
  .join(', ');

const everywhere = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': permissions,
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/** What other sites may read or show: the API is open to them (CORS), preview images and icons are made for them. */
const forOthers = /^\/(api|og)\/|^\/(favicon\.ico|icon\.svg|apple-icon\.png)(?=\?|$)/;

/** A year. Not `includeSubDomains`: what runs under other names of the domain is its owner's affair. */
const strictTransport = 'max-age=31536000';

/**
 * Sets what every answer carries, whoever makes it.
 *
 * @param {IncomingMessage} request its forwarding headers are the trusted ones (client-address.mjs)
 * @param {ServerResponse} response
 * @param {{ dev: boolean }} options `dev`: no content security policy, which hot reload would break
 */
export function setSecurityHeaders(request, response, { dev }) {
  for (const [name, value] of everywhere) response.setHeader(name, value);
  const policy = forOthers.test(request.url ?? '') ? 'cross-origin' : 'same-origin';
  response.setHeader('Cross-Origin-Resource-Policy', policy);
  if (isSecure(request)) response.setHeader('Strict-Transport-Security', strictTransport);
  if (!dev) response.setHeader('Content-Security-Policy', closedPolicy);
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response of an HTML document
 * @param {string} policy of that document; behind HTTPS it also has the browser ask for all it names by HTTPS
 */
export function setDocumentPolicy(request, response, policy) {
  const value = isSecure(request) ? `${policy}; upgrade-insecure-requests` : policy;
  response.setHeader('Content-Security-Policy', value);
}

/** @param {IncomingMessage} request @returns {boolean} whether the visitor's browser came by HTTPS */
const isSecure = ({ headers }) => /^https *(,|$)/i.test(String(headers['x-forwarded-proto'] ?? ''));
