import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openDatabase } from '@/lib/server/database';
import { environment } from '@/lib/server/environment';
import { type ServerContext, serverContext } from '@/lib/server/server-context';

interface RunningServer {
  context: ServerContext;
  signInLimiter: SignInLimiter;
}

// Kept on globalThis: hot reload evaluates modules anew, and each would open the database again.
const holder = globalThis as typeof globalThis & { switchyard?: RunningServer };

/** The one context and limiter of this process, made on first use. */
export function runningServer(): RunningServer {
  holder.switchyard ??= {
    context: serverContext(openDatabase(environment.databaseUrl)),
    signInLimiter: new SignInLimiter(),
  };
  return holder.switchyard;
}
