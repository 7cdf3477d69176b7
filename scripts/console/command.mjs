// @ts-check
import fs from 'node:fs';
import { styleText } from 'node:util';
import { root } from '../project.mjs';
import { endChildren } from './child.mjs';
import { exitCodes } from './signals.mjs';
import { Stop } from './stop.mjs';

/** npm passes on a Ctrl-C that the terminal has already sent; a second one this soon (ms) is the same one. */
const SAME_SIGNAL = 500;

let endInGood = async (/** @type {number} */ code) => {
  await endChildren();
  process.exit(code);
};

/**
 * Lets a command say how it ends when it is asked to; until then its children are stopped and it exits.
 *
 * @param {() => Promise<number>} end resolves to the exit code
 */
export function endWith(end) {
  endInGood = async () => process.exit(await end());
}

function listenForSignals() {
  let first = 0;
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.on(signal, () => {
      if (first === 0) {
        first = performance.now();
        void endInGood(code);
      } else if (performance.now() - first > SAME_SIGNAL) {
        void endChildren();
        process.exit(code);
      }
    });
  }
}

/**
 * Runs a command from the project folder, with `.env.local` and `.env` read. A `Stop` is printed as its sentence,
 * anything else with its stack; both exit with 1. Ctrl-C leaves no child behind.
 *
 * @param {() => Promise<void>} command
 */
export async function runCommand(command) {
  process.chdir(root);
  listenForSignals();
  try {
    // The first to name a variable wins, and the shell was before both.
    for (const file of ['.env.local', '.env']) if (fs.existsSync(file)) process.loadEnvFile(file);
    await command();
  } catch (error) {
    await endChildren();
    if (error instanceof Stop) {
      if (error.output) console.error(`${error.output}\n`);
      console.error(styleText('red', error.message, { stream: process.stderr }));
    } else console.error(error);
    process.exit(1);
  }
}
