// @ts-check
import { format, inspect, stripVTControlCharacters } from 'node:util';
import { loggedErrors } from '@/lib/server/runtime/runtime';
import { isError, plainError } from '@/lib/server/logging/plain-error';
import { redactPersonalData } from '@/lib/server/logging/redact-personal-data';

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
      const error = args.find(isError);
      const text = wording(args, error);
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

/**
 * @param {unknown[]} args
 * @param {Error | undefined} told has a place of its own in the line
 * @returns {string} without colors and the mark that Next puts before
 */
function wording(args, told) {
  const [template] = args;
  const places = typeof template === 'string' ? (template.match(/%[sdifjoOc%]/g) ?? []) : [];
  const placed = places.filter((place) => place !== '%%').length;
  const shown = args.flatMap((arg, index) => {
    if (!isError(arg)) return [arg];
    if (index > 0 && index <= placed) return [summary(arg)];
    return arg === told ? [] : [plainError(arg)];
  });
  const text = stripVTControlCharacters(formatPlainly(shown));
  return redactPersonalData(text.replace(/^[\s⨯⚠○▲✓»]+/u, '')).trim();
}

/** @param {Error} error */
function summary(error) {
  const plain = plainError(error);
  return typeof plain === 'string' ? plain : `${plain.type}: ${plain.message}`;
}

/**
 * As util.format, with the errors that objects hold as the log has any error. Whatever the objects are, it does not throw.
 * @param {unknown[]} args
 */
function formatPlainly(args) {
  const hooks = [inspect.custom, 'toJSON'];
  // Only what an error inherits is asked wherever it stands: in fields, maps, promises.
  try {
    for (const hook of hooks)
      Object.defineProperty(Error.prototype, hook, {
        configurable: true,
        value: /** @this {Error} */ function () {
          return plainError(this);
        },
      });
    return format(...args);
  } catch {
    return 'Something was printed that has no words';
  } finally {
    for (const hook of hooks) Reflect.deleteProperty(Error.prototype, hook);
  }
}
