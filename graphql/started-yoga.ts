import type { Handler } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import { apiRuntime } from '@/lib/server/runtime/runtime';

let started: Handler | undefined;

function start(): Handler {
  const { context, workflows, signInLimiter, apiLimiter } = apiRuntime();
  const yoga = createGraphqlServer({ ...context, workflows }, signInLimiter, apiLimiter);
  // Read once: Yoga is a proxy that creates a new function on each access.
  return { handleRequest: yoga.handleRequest };
}

/** The API of this process, created by the first call. If that fails, the call fails and the next one tries again. */
export const startedYoga: Handler = {
  handleRequest: (request, context) => {
    started ??= start();
    return started.handleRequest(request, context);
  },
};
