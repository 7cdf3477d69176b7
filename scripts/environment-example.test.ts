import { expect, test } from 'vitest';
import { environmentExample } from './environment-example.mjs';

test('.env.example says what lib/config/environment.mjs says; npx vitest run -u scripts/environment-example rewrites it', async () => {
  await expect(environmentExample()).toMatchFileSnapshot('../.env.example');
});
