import type { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import type { Viewer } from '@/lib/server/auth/viewer';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';

/** The context of every resolver. */
export interface GraphqlContext extends WorkflowContext {
  /** Null without a token, or if the token is invalid or no longer valid. */
  viewer: Viewer | null;
  /** The caller's network address and browser. */
  client: { address: string; userAgent: string | null };
  signInLimiter: SignInLimiter;
  /** How much of jobs' outputs the response may contain, over all of its fields. */
  contents: ContentBudget;
  /** Of the HTTP request: two of its headers, and whether the client has left. */
  call: { idempotencyKey: string | null; traceparent: string | null; signal: AbortSignal };
}
