import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runInteractive } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { installedCommand } from '@/scripts/setup/run-tool.mjs';

const USAGE = `npm run fuzz                     hostile inputs to the API from a fresh seed, until Ctrl-C
npm run fuzz -- --minutes 10     for so long
npm run fuzz -- --inputs 20000   so many
npm run fuzz -- --seed 7         those of this seed`;

/** Checks a number that was typed; empty if none was. */
function wholeNumber(option: string, text: string | undefined): string {
  if (text === undefined) return '';
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Stop(`--${option} takes a whole number from 1 up.\n\n${USAGE}`);
  return text;
}

function readOptions() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { seed: text, inputs: text, minutes: text, help: { type: 'boolean' } } })
      .values;
  } catch (error) {
    throw new Stop(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** Sends hostile inputs to the API. */
export default async function fuzz(): Promise<void> {
  const { seed, inputs, minutes, help } = readOptions();
  if (help) return console.log(USAGE);
  const env = {
    NODE_ENV: 'test',
    FUZZ_SEED: wholeNumber('seed', seed) || String(randomInt(1, 100_000_000)),
    FUZZ_INPUTS: wholeNumber('inputs', inputs),
    FUZZ_MINUTES: wholeNumber('minutes', minutes),
  };
  console.log(`fuzz: from seed ${env.FUZZ_SEED}; Ctrl-C ends it`);
  const args = ['run', 'graphql/fuzz.test.ts', '--disable-console-intercept'];
  process.exitCode = await runInteractive(installedCommand('vitest'), args, env);
}
