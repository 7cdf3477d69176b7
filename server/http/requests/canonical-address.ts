// @ts-check
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const nat64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * One client has one address, however a proxy or a socket writes it: rate limits, known networks and the audit trail
 * compare addresses as text.
 *
 * @param {string} [text] an IP address in any notation, with or without a port
 * @returns {string | undefined} an IPv4 address if the text holds one in IPv6 notation: mapped (`::ffff:7.7.7.7`) or
 *   translated by NAT64 (`64:ff9b::707:707`, RFC 6052). An IPv6 address in RFC 5952's notation, without its zone,
 *   which names an interface of the machine that wrote it. Undefined if the text isn't an address.
 */
export function canonicalAddress(text = '') {
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

/** @param {string} text as in `7.7.7.7:443`, `[2001:db8::1]:443` or `[2001:db8::1]` */
const withoutPort = (text) => text.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
