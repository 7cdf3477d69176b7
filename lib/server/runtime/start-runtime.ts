import type { Environment } from '@/lib/config/environment';
import { keepOverlaps } from '@/lib/server/api-keys/keep-overlaps';
import { pruneDaily } from '@/lib/server/audit/prune-audit';
import { keepRefusals } from '@/lib/server/audit/write-refusals';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openDatabase } from '@/lib/server/database/database';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { observeWrites } from '@/lib/server/database/observe-writes';
import { EmailLimiter } from '@/lib/server/email/email-limiter';
import { logger } from '@/lib/server/logging/logger';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { openLimiters } from '@/lib/server/rate-limit/open-limiters';
import { Stop } from '@/scripts/console/stop.mjs';
import { serverContext } from './context';
import { environment } from './environment';
import { healthWithinNext } from './health';
import { databaseFile } from './project-environment';
import { type RunningServer, runtime } from './runtime';

/**
 * Opens the database, creates the limiters and starts the upkeep, once per process: later calls return the same.
 * @param environment of a migrated database
 * @throws Error if the store of the rate limits can't be used
 */
export function startRuntime(environment: Environment): RunningServer {
  runtime.server ??= start(environment);
  return runtime.server;
}

/**
 * Starts under `next dev` or `next start`, which prepare nothing. If the database isn't ready, the log says which
 * command prepares it, and every call of the API fails as unavailable.
 */
export function startWithinNext(): void {
  healthWithinNext();
  try {
    requirePreparedDatabase(environment.databaseUrl);
    startRuntime(environment);
  } catch (error) {
    if (error instanceof Stop) logger.error(error.message);
    else logger.error({ err: error }, 'The API could not be started');
  }
}

/** @throws Stop naming the command that prepares the database */
function requirePreparedDatabase(databaseUrl: string): void {
  const { kind } = databaseState(databaseUrl);
  if (kind === 'current') return;
  const [state, remedy] = kind === 'missing' ? ['is missing', 'makes'] : ['lacks migrations', 'migrates'];
  const command = process.env.NODE_ENV === 'development' ? 'npm run dev' : 'npm start';
  throw new Stop(`The database ${databaseFile(databaseUrl)} ${state}. Run ${command}, which ${remedy} it.`);
}

function start(environment: Environment): RunningServer {
  const { makeLimiter, close: closeLimiters } = openLimiters(environment.rateLimitStore);
  const context = serverContext(observeWrites(openDatabase(environment.databaseUrl)));
  const drains = [keepOverlaps(context), keepRefusals(context), pruneDaily(context)];
  return {
    context,
    signInLimiter: new SignInLimiter(makeLimiter),
    emailLimiter: new EmailLimiter(makeLimiter),
    apiLimiter: new ApiLimiter(
      { perClient: environment.callsPerClient, perAccount: environment.callsPerAccount },
      makeLimiter,
    ),
    close: async () => {
      await Promise.allSettled(drains.map((drain) => drain()));
      closeLimiters();
      await context.db.close();
    },
  };
}
