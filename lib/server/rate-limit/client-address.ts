import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network address that a request came from. It is `unknown` without the server in front, which sets the header to
 * the one address it trusts (server/http/requests/forwarded-address.ts).
 */
export const clientAddress = (request: { headers: Pick<Headers, 'get'> }): string =>
  request.headers.get('x-forwarded-for') ?? 'unknown';

/**
 * The network that counts as one client in a rate limit.
 *
 * @param address canonical, as the server in front writes it (server/http/requests/forwarded-address.ts)
 * @returns an IPv4 address or an IPv6 /64, in which a host can use any address
 */
export const clientNetwork = (address: string): string => prefix(address, 64);

/**
 * The largest network that one subscriber usually has.
 *
 * @param address canonical
 * @returns an IPv4 address or an IPv6 /48, which providers assign as readily as an address
 */
export const clientSite = (address: string): string => prefix(address, 48);

function prefix(address: string, bits: 48 | 64): string {
  if (!isIPv6(address)) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, bits / 16);
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
