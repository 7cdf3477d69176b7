// @ts-check
import { randomUUID } from 'node:crypto';
import proxyAddr from 'proxy-addr';
import { canonicalAddress } from './canonical-address';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:net').Socket} Socket */

/**
 * Rate limits and the audit trail know a caller by address, so no caller may choose it. What a request says about
 * where it comes from is replaced by what this server knows.
 *
 * @param {string[]} trusted TRUST_PROXY: addresses, subnets and names that proxy-addr understands
 * @returns {(request: IncomingMessage) => void} rewrites the headers: `x-forwarded-for` is the one client address
 *   in its canonical form; the other forwarding headers stay only when they come from a trusted proxy
 */
export function clientAddressSetter(trusted) {
  const isTrusted = proxyAddr.compile(trusted);
  /** Of connections that stay open: IPv6 notation takes some 10 µs. @type {WeakMap<Socket, string>} */
  const peers = new WeakMap();
  return (request) => {
    const { socket, headers } = request;
    const peer = peers.get(socket) ?? canonicalAddress(socket.remoteAddress) ?? '';
    peers.set(socket, peer);
    const isTrustedPeer = isTrusted(peer, 0);
    const client = isTrustedPeer
      ? proxyAddr(request, (address, hop) => hop === 0 || isTrusted(canonicalAddress(address) ?? '', hop))
      : undefined;
    headers['x-forwarded-for'] = canonicalAddress(client) ?? peer;
    if (isTrustedPeer) return;
    for (const name of [
      'forwarded',
      'x-real-ip',
      'x-forwarded-host',
      'x-forwarded-port',
      'x-forwarded-proto',
    ])
      delete headers[name];
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
