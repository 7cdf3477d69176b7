import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/**
 * Rate limits and the audit trail identify a caller by address, so a caller mustn't choose it. This server overwrites a
 * request's claims about its origin.
 *
 * @param trusted TRUST_PROXY: addresses, subnets and names that proxy-addr understands
 * @returns rewrites a request's headers: `x-forwarded-for` becomes the canonical client address; other forwarding
 *   headers stay only if a trusted proxy sent them
 */
export function clientAddressSetter(trusted: string[]): (request: IncomingMessage) => void {
  const isTrusted = proxyAddr.compile(trusted);
  /** The peers of open connections: parsing IPv6 notation takes about 10 µs. */
  const peers = new WeakMap<Socket, string>();
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
    for (const name of otherForwarding) delete headers[name];
  };
}

const otherForwarding = [
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
];

const nat64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * One client has one address, however a proxy or a socket writes it: rate limits, known networks and the audit trail
 * compare addresses as text.
 *
 * @param text an IP address in any notation, with or without a port
 * @returns an IPv4 address if the text holds one in IPv6 notation: mapped (`::ffff:7.7.7.7`) or translated by NAT64
 *   (`64:ff9b::707:707`, RFC 6052). An IPv6 address in RFC 5952's notation, without its zone, which names an interface
 *   of the machine that wrote it. Undefined if the text isn't an address.
 */
export function canonicalAddress(text = ''): string | undefined {
  const address = withoutPort(text);
  // Node takes IPv4 addresses in their canonical form only; most are of that kind, and parsing one takes 10 µs.
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const [plain = ''] = address.split('%', 1);
  if (!ipaddr.isValid(plain)) return undefined;
  const parsed = ipaddr.process(plain);
  const isTranslated = parsed.kind() === 'ipv6' && parsed.match(nat64);
  return (isTranslated ? ipaddr.fromByteArray(parsed.toByteArray().slice(-4)) : parsed).toString();
}

/** @param text as in `7.7.7.7:443`, `[2001:db8::1]:443` or `[2001:db8::1]` */
const withoutPort = (text: string) => text.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
