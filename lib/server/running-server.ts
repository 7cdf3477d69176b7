import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openDatabase } from '@/lib/server/database';
import { EmailLimiter } from '@/lib/server/email/email-limiter';
import { environment } from '@/lib/server/environment';
import { type ServerContext, serverContext } from '@/lib/server/server-context';

interface RunningServer {
  context: ServerContext;
  signInLimiter: SignInLimiter;
  emailLimiter: EmailLimiter;
}

// Kept on globalThis: hot reload evaluates modules anew, and each would open the database again.
const holder = globalThis as typeof globalThis & { switchyard?: RunningServer };

/** The one context of this process and its limiters, made on first use. */
export function runningServer(): RunningServer {
  holder.switchyard ??= {
    context: serverContext(openDatabase(environment.databaseUrl)),
    signInLimiter: new SignInLimiter(),
    emailLimiter: new EmailLimiter(),
  };
  return holder.switchyard;
}
