import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { canonicalAddress } from './canonical-address';

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
])('%s is not an address', (text) => {
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

test('a canonical address stays as it is, and no text makes the look fail', () => {
  const texts = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.stringMatching(/^[\da-f:.[\]%]{0,45}$/));
  fc.assert(
    fc.property(texts, (text) => {
      const address = canonicalAddress(text);
      expect(canonicalAddress(address)).toBe(address);
    }),
  );
});
