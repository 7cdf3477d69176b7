// @ts-check
import { setTimeout as delay } from 'node:timers/promises';

const EVERY = 250; // milliseconds
const PATIENCE = 5_000; // milliseconds, as a supervisor's probe has

/**
 * Asks a server whether it is ready, one question after the other, until it is stopped.
 *
 * @param {string} origin
 * @returns {() => Promise<{ asked: number, ready: number, slowest: number }>} stops; `slowest` in milliseconds
 */
export function readyAnswers(origin) {
  const answers = { asked: 0, ready: 0, slowest: 0 };
  let isStopped = false;
  const ask = async () => {
    const since = performance.now();
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(`${origin}/api/health/ready`, { signal }).catch(() => null);
    await response?.body?.cancel();
    answers.asked += 1;
    answers.ready += response?.ok ? 1 : 0;
    answers.slowest = Math.max(answers.slowest, performance.now() - since);
  };
  const asking = (async () => {
    while (!isStopped) {
      await ask();
      await delay(EVERY);
    }
  })();
  return async () => {
    isStopped = true;
    await asking;
    return answers;
  };
}
