import { environment } from '@/lib/server/runtime/environment';
import { openLogger } from './open-logger';
import { RepeatedFailures } from './repeated-failures';

const failures = new RepeatedFailures();
process.once('exit', () => failures.flush());

/** The log of the API and its jobs. Never log a secret or what a person typed. */
export const logger = openLogger(environment.logLevel, undefined, failures);
