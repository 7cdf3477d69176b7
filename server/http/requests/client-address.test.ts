import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { knownAddress, networkOf } from '@/lib/server/auth/known-networks';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { clientNetwork } from '@/lib/server/rate-limit/client-network';
import { clientAddressSetter, requestId } from './client-address';

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

test('forwarding headers of strangers are dropped, those of a trusted proxy kept', () => {
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

test('a request id is kept when it is one, else made', () => {
  expect(requestId(request('::1', { 'x-request-id': 'abc-12345' }))).toBe('abc-12345');
  for (const wrong of ['short', 'a b c d e f g h', 'x'.repeat(65)]) {
    const incoming = request('::1', { 'x-request-id': wrong });
    expect(requestId(incoming)).toMatch(/^[0-9a-f-]{36}$/);
    expect(incoming.headers['x-request-id']).not.toBe(wrong);
  }
});
