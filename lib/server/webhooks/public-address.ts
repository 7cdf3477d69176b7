import ipaddr from 'ipaddr.js';

/** The IPv6 addresses that are routed on the internet. Everything outside is special, old or not assigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Special ranges that the library takes for ordinary ones. */
const special = {
  ipv4: [
    ipaddr.IPv4.parseCIDR('192.0.0.0/24'),
    ipaddr.IPv4.parseCIDR('192.88.99.0/24'),
    // Azure serves its machines their credentials here.
    ipaddr.IPv4.parseCIDR('168.63.129.16/32'),
  ],
  // Teredo, ORCHID and benchmarks among them; documentation; 6to4; documentation again.
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range)),
};

/**
 * Whether an address belongs to the internet: not to this machine, its networks, or a cloud's metadata. The same holds
 * for an IPv4 address inside one of IPv6 (mapped, compatible, NAT64, 6to4, Teredo). Unknown ranges are refused.
 * @param address an IP address without brackets
 */
export function isPublicAddress(address: string): boolean {
  // Four numbers only: the library reads octal and short forms too, and takes 010.0.0.1 for 8.0.0.1.
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const parsed = ipaddr.IPv4.parse(address);
    return parsed.range() === 'unicast' && !special.ipv4.some((range) => parsed.match(range));
  }
  // One with a zone belongs to an interface of this machine.
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return (
    parsed.match(GLOBAL_UNICAST) &&
    parsed.range() === 'unicast' &&
    !special.ipv6.some((range) => parsed.match(range))
  );
}
