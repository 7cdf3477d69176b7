import { expect, test } from 'vitest';
import { environmentExample } from '@/testing/run/environment-example';

test('.env.example says what lib/config/environment.ts says; npx vitest run -u lib/config/environment-example rewrites it', async () => {
  await expect(environmentExample()).toMatchFileSnapshot('../../.env.example');
});
