import { format, inspect, stripVTControlCharacters } from 'node:util';
import type { Logger } from 'pino';
import { isError, plainError, redactPersonalData } from '@/lib/server/logging/plain-error';
import { loggedErrors } from '@/lib/server/runtime/runtime';

type Printing = Pick<Console, 'error' | 'warn' | 'log' | 'info' | 'debug'>;

const levels = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug' } as const;

/**
 * Logs from now on what Next prints, for which it has no complete hook. For an error that a page or route handler let
 * through, instrumentation.ts logs a line with the request's id, and nothing is logged here.
 *
 * @param target its methods are replaced
 */
export function logConsole(logger: Logger, target: Printing = console): void {
  for (const method of Object.keys(levels) as (keyof typeof levels)[])
    target[method] = (...args: unknown[]) => {
      const level = levels[method];
      const error = args.find(isError);
      const text = messageOf(args, error);
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
 * @param logged the error that the line has in a field of its own
 * @returns the message, without colors and the symbol that Next puts first
 */
function messageOf(args: unknown[], logged: Error | undefined): string {
  const [template] = args;
  const places = typeof template === 'string' ? (template.match(/%[sdifjoOc%]/g) ?? []) : [];
  const placed = places.filter((place) => place !== '%%').length;
  const shown = args.flatMap((arg, index) => {
    if (!isError(arg)) return [arg];
    if (index > 0 && index <= placed) return [summary(arg)];
    return arg === logged ? [] : [plainError(arg)];
  });
  const text = stripVTControlCharacters(formatPlainly(shown));
  return redactPersonalData(text.replace(/^[\s⨯⚠○▲✓»]+/u, '')).trim();
}

function summary(error: Error): string {
  const plain = plainError(error);
  return typeof plain === 'string' ? plain : `${plain.type}: ${plain.message}`;
}

/** As util.format, with the errors inside objects as the log shows any error. Never throws, whatever the objects are. */
function formatPlainly(args: unknown[]): string {
  const hooks = [inspect.custom, 'toJSON'];
  // Only what an error inherits is called wherever the error is: in fields, maps, promises.
  try {
    for (const hook of hooks)
      Object.defineProperty(Error.prototype, hook, {
        configurable: true,
        value: function (this: Error) {
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
