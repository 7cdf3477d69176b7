// @ts-check
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What stands for one client in a limit.
 *
 * @param {string} address canonical, as the server in front writes it (server/http/requests/canonical-address.ts)
 * @returns {string} an IPv4 address, or the /64 of which an IPv6 host can take any address
 */
export const clientNetwork = (address) => prefix(address, 64);

/**
 * What one subscriber may hold.
 *
 * @param {string} address canonical
 * @returns {string} an IPv4 address, or an IPv6 /48, which is handed out as easily as an address
 */
export const clientSite = (address) => prefix(address, 48);

/** @param {string} address @param {48 | 64} bits */
function prefix(address, bits) {
  if (!isIPv6(address)) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, bits / 16);
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
