import { lookup, Resolver } from 'node:dns/promises';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import ipaddr from 'ipaddr.js';

/** All addresses of a name. @throws Error if it has none */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** An address that callbacks may not go to. Its message is for the caller. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Where callbacks may go. */
export interface Reach {
  /** Whether also to private addresses, and by http. */
  allowsPrivate: boolean;
  /** The system's names without it. */
  resolve?: ResolveName | undefined;
}

/**
 * Checks a URL without resolving its name. Unless private addresses are allowed, it must be https. Its host must neither
 * be a private address, in any notation, nor a name without a dot, which only a network of its own knows.
 * @throws AddressRefused
 */
export function assertForm(url: URL, reach: Reach): void {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && reach.allowsPrivate))
    throw new AddressRefused(`This server sends callbacks to https:// addresses only. ${otherwise}`);
  const host = hostOf(url);
  if (isIP(host)) assertAllowed([host], reach);
  else if (!reach.allowsPrivate && isLocal(host)) throw notPublic();
}

const isLocal = (host: string): boolean => {
  const name = host.replace(/\.$/, '');
  return !name.includes('.') || name.endsWith('.localhost');
};

const otherwise =
  'Use a public https address, such as that of a tunnel, or ask the operator for CALLBACKS_ALLOW_PRIVATE=1.';
const notPublic = () => new AddressRefused(`The address is or leads to one that isn't public. ${otherwise}`);

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Connects to the host of a URL. It connects only to addresses that it has checked, so a name can't lead
 * elsewhere in between; nothing is sent before the connection's own address was checked once more.
 * @param signal ends it
 * @throws AddressRefused; Error with the reason if there is no connection
 */
export async function connectPublicly(url: URL, reach: Reach, signal: AbortSignal): Promise<Socket> {
  assertForm(url, reach);
  const host = hostOf(url);
  const isSecure = url.protocol === 'https:';
  const addresses = await addressesOf(host, reach, signal);
  const socket = connect({
    host,
    port: Number(url.port) || (isSecure ? 443 : 80),
    lookup: fixedLookup(addresses),
    autoSelectFamily: true,
    signal,
  });
  await opened(socket, 'connect', signal);
  try {
    assertAllowed([socket.remoteAddress ?? ''], reach);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  if (!isSecure) return socket;
  const secured = connectTls({
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    ...(!isIP(host) && { servername: host }),
  });
  await opened(secured, 'secureConnect', signal);
  return secured;
}

/** @throws AddressRefused */
async function addressesOf(host: string, reach: Reach, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host)) return [host];
  const resolve = reach.resolve ?? (reach.allowsPrivate ? systemAddresses : publicAddresses);
  const addresses = await resolve(host, signal);
  if (addresses.length === 0) throw new Error('The name has no address.');
  assertAllowed(addresses, reach);
  return addresses;
}

/** @throws AddressRefused if one of them isn't public: a name that has such an address may lead to it at any time */
function assertAllowed(addresses: readonly string[], { allowsPrivate }: Reach): void {
  if (allowsPrivate || addresses.every(isPublicAddress)) return;
  throw notPublic();
}

/** Every IPv4 and IPv6 address in DNS, past the system's own list of hosts and the threads that files are read in. */
const publicAddresses: ResolveName = async (name, signal) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const [failed] = found.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    if (addresses.length === 0 && failed) throw failed;
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** As the operator's system resolves names, its list of hosts included. */
const systemAddresses: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Gives a socket addresses that are known. */
function fixedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, callback) => {
    const [first] = all;
    if (options.all || !first) callback(null, all);
    else callback(null, first.address, first.family);
  };
}

function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => socket.destroy(signal.reason);
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', onAbort);
      socket.removeListener('close', onClose);
      end();
    };
    const onClose = () => settle(() => reject(signal.reason ?? new Error('The connection was closed.')));
    socket.once(event, () => settle(resolve));
    // Kept: a socket that fails later mustn't end the process.
    socket.on('error', (error) => settle(() => reject(error)));
    socket.once('close', onClose);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}

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
