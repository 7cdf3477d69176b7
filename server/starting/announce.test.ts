import { expect, test } from 'vitest';
import { doubts } from './announce';

const SITE = 'https://switchyard.example';
const exposed = { host: '0.0.0.0', publicUrl: SITE, trustProxy: [] };

test('an exposed server of an HTTPS site is asked to trust its proxy', () => {
  expect(doubts(exposed, 3000)).toEqual([expect.stringContaining('TRUST_PROXY')]);
  for (const fine of [{ trustProxy: ['loopback'] }, { publicUrl: 'http://10.0.0.2' }, { host: '127.0.0.1' }])
    expect(doubts({ ...exposed, ...fine }, 3000)).toEqual([]);
});

test('the default localhost is doubted on another port only', () => {
  const local = { host: '127.0.0.1', publicUrl: 'http://localhost:3000', trustProxy: [] };
  expect(doubts(local, 3000)).toEqual([]);
  expect(doubts(local, 4000)).toEqual([expect.stringContaining('set PUBLIC_URL')]);
});
