import fc from 'fast-check';
import { schema } from '@/graphql/schema';
import { faultOf } from './fault-of';
import { openFuzzWorld } from './fuzz-world';
import { requests } from './requests';

const inputs = requests(schema);

/** Milliseconds for an answer, far over what any takes: one that never comes is a fault like others. */
const LONGEST_ANSWER = 10_000;

interface Round {
  /** How many inputs were answered so: `OK`, or the code of the first error. */
  answers: Record<string, number>;
  /** What went wrong, with the smallest input that shows it; null where nothing did. */
  failure: string | null;
}

/**
 * Sends hostile inputs to the API over a fresh database, until one of them is not met as it should be.
 * @param seed which inputs; the same seed, the same inputs
 */
export async function fuzzRound(seed: number, count: number): Promise<Round> {
  const world = await openFuzzWorld();
  const answers: Record<string, number> = {};
  const property = fc.asyncProperty(inputs, async (input) => {
    const { outcome, body } = await world.send(input);
    const [, code = 'OK'] = /"code":"(\w+)"/.exec(outcome.text) ?? [];
    answers[code] = (answers[code] ?? 0) + 1;
    const fault = faultOf(outcome, body);
    if (fault) throw new Error(fault);
  });
  try {
    const { failed, counterexample, errorInstance, numRuns } = await fc.check(property, {
      seed,
      numRuns: count,
      timeout: LONGEST_ANSWER,
    });
    if (!failed) return { answers, failure: null };
    const fault = errorInstance instanceof Error ? (errorInstance.stack ?? '') : String(errorInstance);
    const input = JSON.stringify(counterexample?.[0], null, 2);
    const again = `npm run fuzz -- --seed ${seed} --inputs ${numRuns}`;
    return { answers, failure: `${fault}\nInput: ${input}\nAgain: ${again}` };
  } finally {
    await world.close();
  }
}
