// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isVerbose } from '../project.mjs';

const OUTPUT_KEPT = 400_000; // characters
const KILL_AFTER = 3_000; // milliseconds

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** Children in this process's group: in a group of their own they couldn't read from the terminal. */
const interactive = new WeakSet();
let ending = false;

/**
 * Starts a tool in a process group of its own, so that it can be stopped with everything it started.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, cwd?: string }} [options] `env` is added to this process's; what is
 *   undefined there is unset
 */
export function startChild(command, args, { env = {}, cwd } = {}) {
  if (ending) throw new Error(`${command} is not started: this command is ending`);
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const keep = (/** @type {Buffer} */ chunk) => {
    output = (output + chunk).slice(-OUTPUT_KEPT);
    if (isVerbose()) process.stdout.write(chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  running.add(child);
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      output += `${error.message}\n`;
      running.delete(child);
      resolve(127);
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
  return { child, ended, output: () => output };
}

/**
 * Runs a tool to its end. Its output is shown with VERBOSE=1 only.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, cwd?: string, minutes?: number }} [options] `minutes` after which it is stopped
 * @returns {Promise<{ code: number, output: string }>} exit code (127 if it couldn't be started) and both streams
 */
export async function runChild(command, args, { env, cwd, minutes } = {}) {
  const { child, ended, output } = startChild(command, args, { env, cwd });
  let overdue = '';
  const stop = () => {
    overdue = `\n${command} was stopped: it ran for more than ${minutes} minutes.\n`;
    void stopChildren([child]);
  };
  const timer = minutes && setTimeout(stop, minutes * 60_000);
  const code = await ended;
  if (timer) clearTimeout(timer);
  // The tool ended because this command is ending: what would follow mustn't begin.
  if (ending) await new Promise(() => {});
  return { code, output: output() + overdue };
}

/**
 * Runs a tool that talks to the person at the terminal.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env] is added to this process's
 * @returns {Promise<number>} its exit code
 */
export async function runInteractive(command, args, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'inherit' });
  interactive.add(child);
  running.add(child);
  const [code] = await once(child, 'close').finally(() => running.delete(child));
  return typeof code === 'number' ? code : 1;
}

/** Ends every child and refuses to start another. */
export async function endChildren() {
  ending = true;
  await stopChildren(running);
}

/**
 * Ends children and everything they started: SIGTERM first, SIGKILL after three seconds.
 *
 * @param {Iterable<import('node:child_process').ChildProcess>} children
 */
export async function stopChildren(children) {
  const groups = [...children];
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    for (const child of groups) {
      const { pid } = child;
      try {
        if (pid) process.kill(interactive.has(child) ? pid : -pid, name);
      } catch {
        // the whole group has ended
      }
    }
  };
  signal('SIGTERM');
  const allEnded = Promise.all(
    groups.filter((child) => running.has(child)).map((child) => once(child, 'close')),
  );
  await Promise.race([allEnded, delay(KILL_AFTER, undefined, { ref: false })]);
  signal('SIGKILL');
}

/** @param {string} output @param {number} [lines] @returns {string} its last lines */
export const lastLines = (output, lines = 60) => output.trimEnd().split('\n').slice(-lines).join('\n');
