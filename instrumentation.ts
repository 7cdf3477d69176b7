import type { Instrumentation } from 'next';

/** Next calls this for every error that a page or route handler let through. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath }) => {
  // Next compiles this file for the edge runtime too, which has no pino.
  if (process.env.NEXT_RUNTIME === 'edge') return;
  const { logFailedRequest } = await import('@/lib/server/log-failed-request');
  logFailedRequest(error, request, routePath);
};
