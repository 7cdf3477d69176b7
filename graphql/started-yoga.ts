import type { Handler } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import { apiRuntime } from '@/lib/server/runtime/runtime';

let started: Handler | undefined;

function start(): Handler {
  const { context, signInLimiter, apiLimiter } = apiRuntime();
  const yoga = createGraphqlServer(context, signInLimiter, apiLimiter);
  // Taken from Yoga once: it is a proxy, which makes another function each time.
  return { handleRequest: yoga.handleRequest };
}

/** The API of this process, made by its first call: what fails then is that call's failure, and is tried again. */
export const startedYoga: Handler = {
  handleRequest: (request, context) => {
    started ??= start();
    return started.handleRequest(request, context);
  },
};
