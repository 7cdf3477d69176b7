import { randomInt } from 'node:crypto';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { runInteractive } from '@/scripts/console/child.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { installedCommand } from '@/scripts/setup/run-tool.mjs';

/** Checks a number that was typed; empty if none was. */
function wholeNumber(option: string, text: string | undefined): string {
  if (text === undefined) return '';
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new WrongArguments(`--${option} takes a whole number from 1 up.`, commandLines.fuzz);
  return text;
}

/** Sends hostile inputs to the API. */
export default async function fuzz(): Promise<void> {
  const { seed, inputs, minutes } = readArguments(commandLines.fuzz).values;
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
