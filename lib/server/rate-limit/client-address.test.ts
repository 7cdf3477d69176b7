import { expect, test } from 'vitest';
import { clientNetwork, clientSite } from './client-address';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the client at %s is counted as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:0DB8:0001:2::ffff', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
])('the subscriber at %s is counted as %s', (address, site) => {
  expect(clientSite(address)).toBe(site);
});
