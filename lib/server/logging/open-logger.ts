import pino from 'pino';
import { plainError } from './plain-error';

/**
 * A structured log, one JSON object per line on standard output, which the server in front of Next and Next's bundle
 * write alike. An error is logged under `err`, with only the properties that identify it.
 *
 * @param level the lowest level that is logged
 * @param destination instead of standard output
 */
export const openLogger = (level: pino.LevelWithSilent, destination?: pino.DestinationStream): pino.Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
      serializers: { err: plainError },
    },
    destination,
  );
