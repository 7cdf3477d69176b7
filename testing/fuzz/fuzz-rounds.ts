import fc from 'fast-check';
import { schema } from '@/graphql/schema';
import { faultOf } from './fault-of';
import { openFuzzWorld } from './fuzz-world';
import { requests } from './requests';

/** Inputs for one database, which grows with what they write. */
const INPUTS_PER_ROUND = 1_250;

interface Fuzzing {
  /** Of the first round; each round after it has the next number. */
  seed: number;
  /** How many inputs; infinite if only the time limits them. */
  inputs: number;
  /** Minutes after which no other round begins. */
  minutes: number;
}

/**
 * The settings of `npm run fuzz`, from the environment.
 * @param seed the default, like `inputs`, if it sets none
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
 * Sends rounds of hostile inputs, and prints after each how the API responded.
 * @throws Error with the smallest input whose response has a fault, and the command that sends it again
 */
export async function fuzzRounds({ seed, inputs, minutes }: Fuzzing): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  for (let sent = 0, round = seed; sent < inputs && Date.now() < end; round += 1) {
    const count = Math.min(INPUTS_PER_ROUND, inputs - sent);
    const { results, failure } = await fuzzRound(round, count);
    if (failure) throw new Error(failure);
    sent += count;
    const codes = Object.entries(results).map(([code, times]) => `${code} ${times}`);
    console.log(`fuzz: seed ${round}, ${count} inputs (${sent} in all): ${codes.sort().join(', ')}`);
  }
}

const inputs = requests(schema);

/** Milliseconds for a response, far more than any needs: a missing response is a fault too. */
const LONGEST_RESPONSE = 10_000;

interface Round {
  /** How many inputs got `OK`, or each code as that of the first error. */
  results: Record<string, number>;
  /** The failure, with the smallest input that shows it; null if there is none. */
  failure: string | null;
}

/**
 * Sends hostile inputs to the API over a new database, until the response to one has a fault.
 * @param seed the same seed gives the same inputs
 */
async function fuzzRound(seed: number, count: number): Promise<Round> {
  const world = await openFuzzWorld();
  const results: Record<string, number> = {};
  const property = fc.asyncProperty(inputs, async (input) => {
    const { outcome, body } = await world.send(input);
    const [, code = 'OK'] = /"code":"(\w+)"/.exec(outcome.text) ?? [];
    results[code] = (results[code] ?? 0) + 1;
    const fault = faultOf(outcome, body);
    if (fault) throw new Error(fault);
  });
  try {
    const { failed, counterexample, errorInstance, numRuns } = await fc.check(property, {
      seed,
      numRuns: count,
      timeout: LONGEST_RESPONSE,
    });
    if (!failed) return { results, failure: null };
    const fault = errorInstance instanceof Error ? (errorInstance.stack ?? '') : String(errorInstance);
    const input = JSON.stringify(counterexample?.[0], null, 2);
    const again = `npm run fuzz -- --only requests --seed ${seed} --inputs ${numRuns}`;
    return { results, failure: `${fault}\nInput: ${input}\nAgain: ${again}` };
  } finally {
    await world.close();
  }
}
