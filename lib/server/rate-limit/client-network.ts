import { isIPv6 } from 'node:net';

/** What stands for one client in a limit: an IPv4 address, or the /64 of which an IPv6 host can take any address. */
export const clientNetwork = (address: string): string => prefix(address, 64);

/** What one subscriber may hold: an IPv4 address, or an IPv6 /48, which is handed out as easily as an address. */
export const clientSite = (address: string): string => prefix(address, 48);

function prefix(address: string, bits: 48 | 64): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const groups = [...first, ...zeros, ...last].slice(0, bits / 16);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${bits}`;
}
