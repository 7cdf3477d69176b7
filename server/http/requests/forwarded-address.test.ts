import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { knownAddress, networkOf } from '@/lib/server/auth/known-networks';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { clientNetwork } from '@/lib/server/rate-limit/client-address';
import { canonicalAddress, clientAddressSetter } from './forwarded-address';

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

const seen = (trusted: string[], remoteAddress: string, forwarded: string) => {
  const incoming = request(remoteAddress, { 'x-forwarded-for': forwarded });
  clientAddressSetter(trusted)(incoming);
  return incoming.headers['x-forwarded-for'];
};

test.each([
  ['no proxy is trusted: the socket counts', [], '198.51.100.7', '10.0.0.1', '198.51.100.7'],
  ['a trusted proxy names its client', ['loopback'], '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  [
    'what the client wrote before its proxy did is not believed',
    ['loopback'],
    '127.0.0.1',
    '1.1.1.1, 203.0.113.9',
    '203.0.113.9',
  ],
  [
    'two trusted proxies are both skipped',
    ['127.0.0.1', '10.0.0.0/8'],
    '127.0.0.1',
    '203.0.113.9, 10.1.2.3',
    '203.0.113.9',
  ],
  ['an untrusted peer cannot speak for others', ['10.0.0.0/8'], '198.51.100.7', '10.1.2.3', '198.51.100.7'],
  ['IPv4 through an IPv6 socket', ['loopback'], '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['IPv4 through an IPv6 socket, direct', [], '::ffff:198.51.100.7', '', '198.51.100.7'],
  ['a proxy that sends no address', ['loopback'], '127.0.0.1', 'unknown', '127.0.0.1'],
  [
    'a proxy behind another that adds ports',
    ['loopback', '10.0.0.0/8'],
    '127.0.0.1',
    '203.0.113.9:5123, 10.1.2.3:80',
    '203.0.113.9',
  ],
  ['a proxy on a link-local address', ['linklocal'], 'fe80::1%eth0', '203.0.113.9', '203.0.113.9'],
  ['a link-local client', [], 'fe80::1%eth0', '', 'fe80::1'],
])('%s', (_, trusted, remoteAddress, forwarded, expected) => {
  expect(seen(trusted, remoteAddress, forwarded)).toBe(expected);
});

test('one client is one client for the limits, however its proxy writes it', async () => {
  const limiter = new ApiLimiter({ perClient: 1, perAccount: 1 });
  await limiter.countClient('7.7.7.7');
  for (const forwarded of ['7.7.7.7:1', '::ffff:7.7.7.7', '::FFFF:707:707', '[::ffff:7.7.7.7%eth0]:2']) {
    const client = String(seen(['loopback'], '127.0.0.1', forwarded));
    await expect(limiter.countClient(client), forwarded).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(networkOf('dev@acme.test', client).network, forwarded).toBe('7.7.7.7');
    expect(knownAddress(client), forwarded).toBe('7.7.7.7');
  }
  for (const zone of ['eth0', 'eth1', '7'])
    expect(clientNetwork(String(seen(['loopback'], '127.0.0.1', `fe80::1%${zone}`)))).toBe('fe80:0:0:0::/64');
});

test('a stranger’s forwarding headers are dropped, a trusted proxy’s kept', () => {
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'for=1.1.1.1',
  };
  const stranger = request('198.51.100.7', { ...headers });
  clientAddressSetter([])(stranger);
  expect(stranger.headers).toEqual({ 'x-forwarded-for': '198.51.100.7' });
  const proxy = request('127.0.0.1', { ...headers });
  clientAddressSetter(['loopback'])(proxy);
  expect(proxy.headers).toMatchObject(headers);
});

test.each([
  ['7.7.7.7', '7.7.7.7'],
  ['7.7.7.7:51234', '7.7.7.7'],
  ['::ffff:7.7.7.7', '7.7.7.7'],
  ['::FFFF:7.7.7.7', '7.7.7.7'],
  ['::ffff:707:707', '7.7.7.7'],
  ['0:0:0:0:0:ffff:0707:0707', '7.7.7.7'],
  ['0000:0000:0000:0000:0000:FFFF:7.7.7.7', '7.7.7.7'],
  ['::ffff:7.7.7.7%eth0', '7.7.7.7'],
  ['[::ffff:7.7.7.7]', '7.7.7.7'],
  ['[::ffff:707:707]:51234', '7.7.7.7'],
  ['64:ff9b::7.7.7.7', '7.7.7.7'],
  ['64:FF9B:0::707:707', '7.7.7.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:0DB8:0:0:0:0:0:0001', '2001:db8::1'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['2001:db8::0.0.0.1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['fe80:0::0001%25', 'fe80::1'],
  ['[fe80::1%eth0]:443', 'fe80::1'],
  ['2002:707:707::1', '2002:707:707::1'],
])('%s is %s', (text, address) => {
  expect(canonicalAddress(text)).toBe(address);
});

test.each([
  undefined,
  '',
  'unknown',
  '_hidden',
  '7',
  '7.7',
  '07.7.7.7',
  '0x7.7.7.7',
  '7.7.7.256',
  '7.7.7.7:',
  '7.7.7.7:port',
  '7.7.7.7%eth0',
  '[7.7.7.7',
  '2001:db8::1]:443',
  '2001:db8::1::2',
  'fe80::1%',
  'fe80::1%a b',
  '::ffff:7.7.7.777',
])("%s isn't an address", (text) => {
  expect(canonicalAddress(text)).toBeUndefined();
});

const zones = fc.constantFrom('', '%eth0', '%1', '%en-7');
const ports = fc.constantFrom('', ':1', ':65535');

/** An IPv6 address in every notation that a proxy may choose. */
const notations = fc
  .tuple(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), zones, ports)
  .map(([parts, zone, port]) => {
    const short = new ipaddr.IPv6(parts).toRFC5952String();
    const long = parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
    return [short, long, long.toUpperCase()].flatMap((text) => [`${text}${zone}`, `[${text}${zone}]${port}`]);
  });

test('all notations of an IPv6 address are one address', () => {
  fc.assert(
    fc.property(notations, (texts) => {
      const addresses = new Set(texts.map((text) => canonicalAddress(text)));
      expect(addresses.size).toBe(1);
      expect(addresses).not.toContain(undefined);
    }),
  );
});

test('all notations of an IPv4 address are one address', () => {
  fc.assert(
    fc.property(fc.ipV4(), zones, ports, (address, zone, port) => {
      const hex = ipaddr.IPv4.parse(address).toIPv4MappedAddress().toNormalizedString();
      for (const text of [`${address}${port}`, `::ffff:${address}${zone}`, `[${hex}${zone}]${port}`])
        expect(canonicalAddress(text), text).toBe(address);
    }),
  );
});

test('a canonical address stays as it is, and no text throws', () => {
  const texts = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.stringMatching(/^[\da-f:.[\]%]{0,45}$/));
  fc.assert(
    fc.property(texts, (text) => {
      const address = canonicalAddress(text);
      expect(canonicalAddress(address)).toBe(address);
    }),
  );
});
