import pino from 'pino';
import { environment } from '@/lib/server/environment';

/** Structured log, one JSON object a line on standard output. Never given a secret or what a person typed. */
export const logger = pino({
  level: environment.logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
});
