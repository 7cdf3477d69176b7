// @ts-check
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */

/** @param {string} address @returns {string} an IPv4 address that came through an IPv6 socket, in its own form */
const plain = (address) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Rate limits and the audit trail know a caller by address, so no caller may choose it. What a request says about
 * where it comes from is replaced by what this server knows.
 *
 * @param {string[]} trusted TRUST_PROXY: addresses, subnets and names that proxy-addr understands
 * @returns {(request: IncomingMessage) => void} rewrites the headers: `x-forwarded-for` is the one client address;
 *   the other forwarding headers stay only when they come from a trusted proxy
 */
export function clientAddressSetter(trusted) {
  const isTrusted = proxyAddr.compile(trusted);
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    const claimed = plain(proxyAddr(request, isTrusted) ?? '');
    request.headers['x-forwarded-for'] = isIP(claimed) ? claimed : plain(peer);
    if (peer !== '' && isTrusted(peer, 0)) return;
    for (const name of [
      'forwarded',
      'x-real-ip',
      'x-forwarded-host',
      'x-forwarded-port',
      'x-forwarded-proto',
    ])
      delete request.headers[name];
  };
}

/**
 * @param {IncomingMessage} request gets an `x-request-id` unless it carries one of 8 to 64 word characters
 * @returns {string} the id, by which a person's report finds its log lines
 */
export function requestId(request) {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  request.headers['x-request-id'] = id;
  return id;
}
