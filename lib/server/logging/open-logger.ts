// @ts-check
import pino from 'pino';
import { plainError } from './plain-error';

/**
 * A structured log, one JSON object a line on standard output: the same before Next and within it, whose lines stand
 * between each other. An error stands in it under `err`, with what identifies it and nothing else that it carries.
 *
 * @param {pino.LevelWithSilent} level the least urgent lines it has
 * @param {pino.DestinationStream} [destination] instead of standard output
 */
export const openLogger = (level, destination) =>
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
