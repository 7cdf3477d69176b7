import type { Instrumentation } from 'next';
import { loggedErrors } from '@/lib/server/logged-errors.mjs';

/** Next calls this for every error that a page or route handler let through. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath }) => {
  // Next compiles this file for the edge runtime too, which has no pino.
  if (process.env.NEXT_RUNTIME === 'edge') return;
  // At once: scripts/monitoring/log-console.mjs, which heard of it already, waits no longer than for this turn's end.
  if (!loggedErrors.add(error)) return;
  const { logFailedRequest } = await import('@/lib/server/log-failed-request');
  logFailedRequest(error, request, routePath);
};
