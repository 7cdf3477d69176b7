import { expect, test } from 'vitest';
import { askedFuzzing, fuzzRounds } from '@/testing/fuzz/fuzz-rounds';
import { onPostgres } from '@/testing/test-database';

const SEED = 1;
/** On PostgreSQL one database full: enough to meet each kind of value that the stores take differently. */
const INPUTS = onPostgres ? 1_250 : 10_000;

test(
  'hostile inputs cause no internal failure, reveal nothing internal, and write nothing if refused',
  async () => {
    await expect(fuzzRounds(askedFuzzing(SEED, INPUTS))).resolves.toBeUndefined();
  },
  Infinity,
);
