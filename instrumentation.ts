import type { Instrumentation } from 'next';
import { loggedErrors, runtime } from '@/lib/server/runtime/runtime';

/** Next calls this once, when a server starts, and also while it builds. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return;
  // The server in front of Next has started it.
  if (runtime.api) return;
  // As scripts/console/command.mjs does: Anthropic's package doesn't load while its own variable is empty.
  for (const [name, value] of Object.entries(process.env)) if (value === '') delete process.env[name];
  const { startWithinNext } = await import('@/lib/server/starting/start-within-next');
  await startWithinNext();
}

/** Next calls this for every error that a page or route handler let through. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath }) => {
  // Next compiles this file for the edge runtime too, which has no pino.
  if (process.env.NEXT_RUNTIME === 'edge') return;
  // Synchronously: server/monitoring/log-console.ts already has the error and waits only until this turn ends.
  if (!loggedErrors.add(error)) return;
  const { logFailedRequest } = await import('@/lib/server/logging/logger');
  logFailedRequest(error, request, routePath);
};
