import { fuzzRound } from './fuzz-round';

/** Inputs that meet one database: what they write grows, and is forgotten with it. */
const ROUND = 1_250;

interface Fuzzing {
  /** Of the first round; each further one has the next. */
  seed: number;
  /** How many inputs; infinitely many where only the time bounds them. */
  inputs: number;
  /** Minutes after which no further round begins. */
  minutes: number;
}

/**
 * What `npm run fuzz` asks for, by the environment.
 * @param seed where it asks for nothing
 * @param inputs likewise
 */
export function askedFuzzing(seed: number, inputs: number): Fuzzing {
  const { FUZZ_SEED, FUZZ_INPUTS, FUZZ_MINUTES } = process.env;
  if (!FUZZ_SEED) return { seed, inputs, minutes: Infinity };
  return {
    seed: Number(FUZZ_SEED),
    inputs: Number(FUZZ_INPUTS || Infinity),
    minutes: Number(FUZZ_MINUTES || Infinity),
  };
}

/**
 * Sends rounds of hostile inputs, and says after each what they met.
 * @throws Error with the smallest input that is not met as it should be, and the command that sends it again
 */
export async function fuzzRounds({ seed, inputs, minutes }: Fuzzing): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  for (let sent = 0, round = seed; sent < inputs && Date.now() < end; round += 1) {
    const count = Math.min(ROUND, inputs - sent);
    const { answers, failure } = await fuzzRound(round, count);
    if (failure) throw new Error(failure);
    sent += count;
    const told = Object.entries(answers).map(([code, times]) => `${code} ${times}`);
    console.log(`fuzz: seed ${round}, ${count} inputs (${sent} in all): ${told.sort().join(', ')}`);
  }
}
