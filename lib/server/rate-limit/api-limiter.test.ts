import { expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import type { User } from '@/prisma/generated/prisma/client';

test('of the clients it refused it keeps the latest in mind, and no more than a thousand', async () => {
  const limiter = new ApiLimiter({ perClient: 1, perAccount: 1 });
  const addresses = Array.from({ length: 1_200 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  for (const address of addresses) {
    await limiter.countClient(address);
    await expect(limiter.countClient(address)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  }
  expect(addresses.map((address) => typeof limiter.enter(address) === 'object')).toEqual(
    addresses.map((_, index) => index >= 200),
  );
  await expect(limiter.countClient('10.0.0.0')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test("a client's calls under way are limited; each call that ends admits another, and other clients aren't affected", () => {
  const limiter = new ApiLimiter({ perClient: 1, perAccount: 1 });
  const inside = Array.from({ length: limits.callsUnderWay }, () => limiter.enter('2001:db8::1'));
  expect(inside.every((entered) => typeof entered === 'function')).toBe(true);
  expect(limiter.enter('2001:db8::2')).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 1 } });
  expect(limiter.enter('2001:db8:0:1::1')).toBeTypeOf('function');
  const [first] = inside;
  if (typeof first === 'function') first();
  expect(limiter.enter('2001:db8::1')).toBeTypeOf('function');
  expect(limiter.enter('2001:db8::1')).toMatchObject({ code: 'RATE_LIMITED' });
});

test('an account has so many streams open over all its users, and a stream it refuses takes no place of its user', () => {
  const limiter = new ApiLimiter({ perClient: 1, perAccount: 1 });
  const viewer = (id: string, accountId = 'acme') => ({ user: { id } as User, accountId });
  const open = Array.from({ length: limits.openStreamsOfAccount }, (_, index) =>
    limiter.enterStream('192.0.2.1', viewer(`user ${Math.floor(index / limits.openStreams)}`)),
  );
  const refused = () => limiter.enterStream('192.0.2.1', viewer('one more'));
  for (let count = 0; count <= limits.openStreams; count += 1)
    expect(refused).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', details: { retryAfter: 10 } }));
  limiter.enterStream('192.0.2.1', viewer('stranger', 'globex'));
  for (const leave of open.slice(0, limits.openStreams)) {
    leave();
    leave();
  }
  for (let count = 0; count < limits.openStreams; count += 1) refused();
  expect(refused).toThrow();
});

test('without a sign-in, streams count per client, not including streams of signed-in users there', () => {
  const limiter = new ApiLimiter({ perClient: 1, perAccount: 1 });
  limiter.enterStream('2001:db8::1', { user: { id: 'ada' } as User, accountId: 'acme' });
  for (let count = 0; count < limits.openStreams; count += 1) limiter.enterStream('2001:db8::2', null);
  expect(() => limiter.enterStream('2001:db8::3', null)).toThrow('Too many open streams');
  limiter.enterStream('2001:db8:0:1::1', null);
});
