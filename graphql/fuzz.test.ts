import { expect, test } from 'vitest';
import { askedFuzzing, fuzzRounds } from '@/testing/fuzz/fuzz-rounds';

const SEED = 1;
const INPUTS = 10_000;

test(
  'hostile inputs meet no fault of ours, no word of the inside and no write where they are refused',
  async () => {
    await expect(fuzzRounds(askedFuzzing(SEED, INPUTS))).resolves.toBeUndefined();
  },
  Infinity,
);
