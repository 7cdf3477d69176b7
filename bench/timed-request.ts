import { handleGraphqlRequest } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';

/**
 * Sends requests to an API within this process.
 * @param name of its database, for errors
 * @returns sends one, and returns the milliseconds until its response was read; throws an Error if that has errors
 */
export function timedRequests(ctx: WorkflowContext, name: string) {
  const yoga = createGraphqlServer(ctx, new SignInLimiter());
  return async (token: string, query: string, variables: object): Promise<number> => {
    const request = new Request('http://localhost/api/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const since = performance.now();
    const text = await (await handleGraphqlRequest(yoga, request)).text();
    const took = performance.now() - since;
    if (text.includes('"errors":')) throw new Error(`${name} returned ${text.slice(0, 500)}`);
    return took;
  };
}
