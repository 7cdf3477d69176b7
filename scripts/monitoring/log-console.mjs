// @ts-check
import { format, stripVTControlCharacters } from 'node:util';
import { impersonal } from '../../lib/server/impersonal.mjs';
import { loggedErrors } from '../../lib/server/logged-errors.mjs';

const levels = /** @type {const} */ ({
  error: 'error',
  warn: 'warn',
  log: 'info',
  info: 'info',
  debug: 'debug',
});

/**
 * From now on what Next prints, which has no hook for all of it, is a line of the log as everything else. An error that
 * a page or route handler let through has its line from instrumentation.ts, with the request's id, and none here.
 *
 * @param {import('pino').Logger} logger
 * @param {Pick<Console, keyof typeof levels>} [target] whose methods are replaced
 */
export function logConsole(logger, target = console) {
  for (const method of /** @type {(keyof typeof levels)[]} */ (Object.keys(levels)))
    target[method] = (/** @type {unknown[]} */ ...args) => {
      const level = levels[method];
      const error = args.find((arg) => arg instanceof Error);
      const text = wording(args.filter((arg) => arg !== error));
      if (!error) {
        if (text !== '') logger[level](text);
        return;
      }
      // Next prints such an error before it calls the hook.
      setImmediate(() => {
        if (loggedErrors.add(error)) logger[level]({ err: error }, text || 'Next');
      });
    };
}

/** @param {unknown[]} args @returns {string} without colors and the mark that Next puts before */
const wording = (args) =>
  impersonal(stripVTControlCharacters(format(...args)).replace(/^[\s⨯⚠○▲✓»]+/u, '')).trim();
