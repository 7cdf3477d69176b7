import { isatty } from 'node:tty';
import pino from 'pino';
import { plainError } from './plain-error';
import { RepeatedFailures } from './repeated-failures';

/**
 * A structured log, one JSON object per line on standard output, which the server in front of Next and Next's bundle
 * write alike. An error is logged under `err`, with only the properties that identify it.
 *
 * @param level the lowest level that is logged
 * @param destination instead of standard output
 * @param failures to be flushed before the process ends
 */
export const openLogger = (
  level: pino.LevelWithSilent,
  destination: pino.DestinationStream = standardOutput(),
  failures = new RepeatedFailures(),
): pino.Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
      serializers: { err: plainError },
      hooks: {
        logMethod(line, write, level) {
          failures.pass(line, level, (repeated) => {
            const [fields, ...rest] = line;
            if (repeated > 0)
              write.apply(this, [{ ...(fields as object), repeated }, ...rest] as typeof line);
            else write.apply(this, line);
          });
        },
      },
    },
    destination,
  );

/**
 * Drops lines once the terminal is closed. pino's stream would try again forever, also at the exit, so the process would
 * never end.
 */
function standardOutput(): pino.DestinationStream {
  const stream = pino.destination(1);
  const wasTerminal = isatty(1);
  const { flushSync } = stream;
  const giveUp = () => {
    const nothing = () => {};
    Object.assign(stream, { write: nothing, end: nothing, flush: nothing, flushSync: nothing });
  };
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EIO') throw error;
    giveUp();
  });
  stream.flushSync = () => {
    if (wasTerminal && !isatty(1)) giveUp();
    else flushSync.call(stream);
  };
  return stream;
}
