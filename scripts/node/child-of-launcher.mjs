// @ts-check
// Keep this file free of newer syntax and imports: an old Node must be able to run it.
import { spawn } from 'node:child_process';
import os from 'node:os';

/** How often (ms) the launcher checks that npm, which started it, is still there. */
const PARENT_CHECK = 500;

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
/** The signal that has asked this process to end. @type {NodeJS.Signals | undefined} */
let asked;

/** @param {NodeJS.Signals} signal */
function pass(signal) {
  asked = signal;
  if (child) child.kill(signal);
}

/** From now on, the child gets the signals of this process, and SIGTERM if npm or its shell ends without one. */
export function forwardSignals() {
  for (const signal of /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM']))
    process.on(signal, () => pass(signal));
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    pass('SIGTERM');
  }, PARENT_CHECK);
  timer.unref();
}

/**
 * Runs a program in the place of this process, which ends with it if a signal asked for that.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, output: string }>} the exit code, 128 and the number for a signal, 127 if it can't be
 *   started; what it printed into pipes
 */
export function runForThis(program, args, options) {
  return new Promise((resolve) => {
    const started = spawn(program, args, options);
    child = started;
    let output = '';
    for (const stream of [started.stdout, started.stderr])
      if (stream)
        stream.on('data', (printed) => {
          output += printed;
        });
    started.on('error', (error) => resolve({ code: 127, output: error.message }));
    started.on('close', (code, signal) => {
      child = undefined;
      resolve({ code: code === null ? 128 + (signal ? os.constants.signals[signal] : 0) : code, output });
    });
  });
}

/** Ends this process if a signal has asked for that while a child ran. */
export function endIfAsked() {
  if (asked) process.exit(128 + os.constants.signals[asked]);
}
