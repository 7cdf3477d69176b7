import { environment } from '@/lib/server/environment';
import { openLogger } from '@/lib/server/open-logger.mjs';

/** The log of the API and its jobs. Never given a secret or what a person typed. */
export const logger = openLogger(environment.logLevel);
