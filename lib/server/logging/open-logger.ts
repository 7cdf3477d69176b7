import pino from 'pino';
import { plainError } from './plain-error';

/**
 * A structured log, one JSON object per line on standard output, written alike by the server in front of Next and by
 * what Next has bundled. An error is logged under `err`, with what identifies it and nothing else that it carries.
 *
 * @param level the least urgent lines it has
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
