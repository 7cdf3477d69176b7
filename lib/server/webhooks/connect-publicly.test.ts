import { isIP } from 'node:net';
import { expect, test } from 'vitest';
import { isPublicAddress } from './connect-publicly';

const hostOf = (host: string) => new URL(`https://${host}/`).hostname.replace(/^\[|\]$/g, '');

/** As a caller can write them in a URL. */
const refused = {
  loopback: ['127.0.0.1', '127.1', '127.255.255.254', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1'],
  'any address': ['0.0.0.0', '0', '0.1.2.3', '[::]'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '0xc0a80001'],
  'other forms of private': ['012.0.0.1', '167772161', '3232235521', '10.1', '192.168.257'],
  'link-local and metadata': ['169.254.169.254', '0xa9fea9fe', '2852039166', '[fe80::1]', '[febf::1]'],
  "clouds' metadata": ['168.63.129.16', '100.100.100.200', '192.0.0.192', '[fd00:ec2::254]'],
  CGNAT: ['100.64.0.1', '100.127.255.255'],
  'IETF and tests': ['192.0.0.1', '198.18.0.1', '198.19.255.255', '192.88.99.1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '[2001:db8::1]', '[3fff::1]'],
  'multicast and reserved': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '[ff02::1]'],
  'IPv6 loopback, local and old': ['[::1]', '[fc00::1]', '[fdff::1]', '[fec0::1]', '[100::1]', '[5f00::1]'],
  mapped: ['[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[::ffff:8.8.8.8]', '[::ffff:0:127.0.0.1]'],
  compatible: ['[::127.0.0.1]', '[::a9fe:a9fe]'],
  NAT64: ['[64:ff9b::10.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::a00:1]'],
  '6to4': ['[2002:7f00:1::]', '[2002:a00:1::1]'],
  Teredo: ['[2001::1]', '[2001:0:53aa:64c::1]', '[2001:10::1]', '[2001:2::1]'],
};

test.each(Object.entries(refused).flatMap(([kind, hosts]) => hosts.map((host) => [kind, host])))(
  "%s: %s isn't public",
  (_kind, host) => {
    const address = hostOf(host);
    expect(isIP(address)).not.toBe(0);
    expect(isPublicAddress(address)).toBe(false);
  },
);

test.each(['fe80::1%eth0', '2606:4700::1%lo', '010.8.8.8', '8.8', '0x08080808', '', 'example.com'])(
  "a record of DNS in another form than an address isn't public: %j",
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

test.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '223.255.255.255'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each(['2606:4700:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
