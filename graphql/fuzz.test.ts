import { expect, test } from 'vitest';
import { askedFuzzing, fuzzRounds } from '@/testing/fuzz/fuzz-rounds';

const SEED = 1;
const INPUTS = 10_000;

test(
  'hostile inputs cause no internal failure, reveal nothing internal, and write nothing if refused',
  async () => {
    await expect(fuzzRounds(askedFuzzing(SEED, INPUTS))).resolves.toBeUndefined();
  },
  Infinity,
);
