import type { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import type { Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';

/** What every resolver is given. */
export interface GraphqlContext extends ServerContext {
  /** Null without a token, or if the token is invalid or no longer valid. */
  viewer: Viewer | null;
  /** The caller's network address and browser. */
  client: { address: string; userAgent: string | null };
  signInLimiter: SignInLimiter;
}
