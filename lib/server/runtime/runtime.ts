import { keepOverlaps } from '@/lib/server/api-keys/keep-overlaps';
import { keepRefusals } from '@/lib/server/audit/keep-refusals';
import { pruneDaily } from '@/lib/server/audit/prune-daily';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openDatabase } from '@/lib/server/database/database';
import { observeWrites } from '@/lib/server/database/observe-writes';
import { EmailLimiter } from '@/lib/server/email/email-limiter';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { openLimiters } from '@/lib/server/rate-limit/open-limiters';
import { type ServerContext, serverContext } from './context';
import { environment } from './environment';

interface RunningServer {
  context: ServerContext;
  signInLimiter: SignInLimiter;
  emailLimiter: EmailLimiter;
  apiLimiter: ApiLimiter;
  /** What writes down, when the server ends, what is in memory only. */
  drains: (() => Promise<void>)[];
  /** Drains, then closes the database. Called once no request is under way (server/serve.ts). */
  close(): Promise<void>;
}

// Kept on globalThis: hot reload evaluates modules anew, and each would open the database again.
const holder = globalThis as typeof globalThis & { switchyard?: RunningServer };

/** The one context of this process and its limiters, made on first use. */
export function runningServer(): RunningServer {
  holder.switchyard ??= startServer();
  return holder.switchyard;
}

function startServer(): RunningServer {
  const context = serverContext(observeWrites(openDatabase(environment.databaseUrl)));
  const { makeLimiter, close: closeLimiters } = openLimiters(environment.rateLimitStore);
  const drains: (() => Promise<void>)[] = [keepOverlaps(context), keepRefusals(context), pruneDaily(context)];
  return {
    context,
    signInLimiter: new SignInLimiter(makeLimiter),
    emailLimiter: new EmailLimiter(makeLimiter),
    apiLimiter: new ApiLimiter(
      { perClient: environment.callsPerClient, perAccount: environment.callsPerAccount },
      makeLimiter,
    ),
    drains,
    close: async () => {
      await Promise.allSettled(drains.map((drain) => drain()));
      closeLimiters();
      await context.db.close();
    },
  };
}
