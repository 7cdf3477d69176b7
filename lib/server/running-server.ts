import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openDatabase } from '@/lib/server/database';
import { EmailLimiter } from '@/lib/server/email/email-limiter';
import { environment } from '@/lib/server/environment';
import { type ServerContext, serverContext } from '@/lib/server/server-context';

interface RunningServer {
  context: ServerContext;
  signInLimiter: SignInLimiter;
  emailLimiter: EmailLimiter;
  /** What writes down, when the server ends, what is in memory only. */
  drains: (() => Promise<void>)[];
  /** Drains, then closes the database. Called once no request is under way (scripts/server/serve.mjs). */
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
  const context = serverContext(openDatabase(environment.databaseUrl));
  const drains: (() => Promise<void>)[] = [];
  return {
    context,
    signInLimiter: new SignInLimiter(),
    emailLimiter: new EmailLimiter(),
    drains,
    close: async () => {
      await Promise.allSettled(drains.map((drain) => drain()));
      await context.db.close();
    },
  };
}
