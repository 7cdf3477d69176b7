import { randomInt } from 'node:crypto';
import { setUpBuild } from '@/commands/set-up/set-up-server';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { runInteractive } from '@/scripts/console/child.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { installedCommand } from '@/scripts/setup/run-tool.mjs';
import { fuzzWorkflows } from '@/testing/fuzz/workflow-rounds';

/** The kinds of input take turns, each so long (minutes) unless there is less time left. */
const TURN = 3;
/** Seeds between two turns: more than a turn sends rounds or workflows. */
const TURN_SEEDS = 10_000;

const kinds = ['requests', 'workflows'] as const;

/** Checks a number that was typed; empty if none was. */
function wholeNumber(option: string, text: string | undefined): string {
  if (text === undefined) return '';
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new WrongArguments(`--${option} takes a whole number from 1 up.`, commandLines.fuzz);
  return text;
}

/** Sends hostile inputs to the API: requests in this process, and workflows made for cost to the built site. */
export default async function fuzz(): Promise<void> {
  const { seed, inputs, minutes, only } = readArguments(commandLines.fuzz).values;
  const chosen = kinds.filter((kind) => only === undefined || kind === only);
  if (chosen.length === 0) throw new WrongArguments(`--only takes ${kinds.join(' or ')}.`, commandLines.fuzz);
  const firstSeed = Number(wholeNumber('seed', seed) || randomInt(1, 100_000_000));
  const count = wholeNumber('inputs', inputs);
  const until = performance.now() + Number(wholeNumber('minutes', minutes) || Infinity) * 60_000;
  if (chosen.includes('workflows')) await setUpBuild();
  console.log(`fuzz: from seed ${firstSeed}; Ctrl-C ends it`);
  const found: number[] = [];
  for (let turn = 0; performance.now() < until && !process.exitCode; turn += 1) {
    const turnSeed = firstSeed + turn * TURN_SEEDS;
    for (const kind of chosen) {
      const left = Math.max(0, until - performance.now()) / 60_000 / (kind === chosen.at(-1) ? 1 : 2);
      const most = count && chosen.length === 1 ? left : Math.min(left, TURN);
      if (kind === 'requests') process.exitCode = await fuzzRequests(turnSeed, count, most);
      else {
        const options = {
          seed: turnSeed,
          count: Number(count || Infinity),
          until: performance.now() + most * 60_000,
        };
        found.push(...(await fuzzWorkflows(options)));
      }
    }
    if (count) break;
  }
  if (found.length === 0) return;
  console.log(`fuzz: findings in the workflows of the seeds ${found.join(', ')}`);
  process.exitCode = 1;
}

/** @returns the exit code of a run of graphql/fuzz.test.ts */
function fuzzRequests(seed: number, inputs: string, minutes: number): Promise<number> {
  const args = ['run', 'graphql/fuzz.test.ts', '--disable-console-intercept'];
  return runInteractive(installedCommand('vitest'), args, {
    NODE_ENV: 'test',
    FUZZ_SEED: String(seed),
    FUZZ_INPUTS: inputs,
    FUZZ_MINUTES: Number.isFinite(minutes) ? String(minutes) : '',
  });
}
