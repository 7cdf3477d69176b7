import { expect, test } from 'vitest';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';

test('of the clients it refused it keeps the latest in mind, and no more than a thousand', async () => {
  const limiter = new ApiLimiter({ perClient: 1, perAccount: 1 });
  const addresses = Array.from({ length: 1_200 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  for (const address of addresses) {
    await limiter.countClient(address);
    await expect(limiter.countClient(address)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  }
  expect(addresses.map((address) => limiter.refusal(address) !== null)).toEqual(
    addresses.map((_, index) => index >= 200),
  );
  await expect(limiter.countClient('10.0.0.0')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});
