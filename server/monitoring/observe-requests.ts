import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf } from '@/lib/server/path-of';
import { type RequestNotes, requestNotes } from '@/lib/server/runtime/runtime';

/**
 * The kind of thing that a path asks for: few and fixed, so that no client can add another label to the metrics. A
 * `stream` is a call of the API that lasts as long as its client listens.
 */
type RouteClass = 'api' | 'stream' | 'email' | 'monitoring' | 'asset' | 'page' | 'other';

/** A request that has ended. */
export interface FinishedRequest {
  /** Its `x-request-id`. */
  id: string;
  method: string;
  /** With the query, in the form of `setCanonicalTarget`. */
  target: string;
  route: RouteClass;
  /** 499 if the client left before the response had begun. */
  status: number;
  /** Whether the client left before the response was complete. */
  aborted: boolean;
  /** From the request's headers to the end of the response. */
  seconds: number;
  notes: RequestNotes;
}

/**
 * @param observers called with every request once it has ended
 * @returns gives the request an id, then runs `respond` with `notes` as its `requestNotes`
 */
export function observeRequests(
  observers: ((finished: FinishedRequest) => void)[],
): (request: IncomingMessage, response: ServerResponse, notes: RequestNotes, respond: () => unknown) => void {
  return (request, response, notes, respond) => {
    const since = performance.now();
    const { method = '', url: target = '' } = request;
    const id = requestId(request);
    response.setHeader('x-request-id', id);
    response.once('close', () => {
      const finished = {
        id,
        method,
        target,
        route: notes.isStream ? ('stream' as const) : routeClass(pathOf(target)),
        status: response.headersSent ? response.statusCode : 499,
        aborted: !response.writableFinished,
        seconds: (performance.now() - since) / 1000,
        notes,
      };
      for (const observe of observers) observe(finished);
    });
    requestNotes.run(notes, respond);
  };
}

/**
 * @param request gets an `x-request-id` unless it carries one of 8 to 64 word characters
 * @returns the id, which finds the log lines of a request that a person reports
 */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  request.headers['x-request-id'] = id;
  return id;
}

/** @param path without query */
function routeClass(path: string): RouteClass {
  if (path === '/api/graphql') return 'api';
  if (path === '/api/v1.0/email/send') return 'email';
  if (path === '/api/metrics' || path === '/api/health' || path.startsWith('/api/health/'))
    return 'monitoring';
  if (/^\/(api\/|v1(\/|$))/.test(path) || !path.startsWith('/')) return 'other';
  if (path.startsWith('/_next/') || path.startsWith('/og/') || /\.[a-z0-9]{2,12}$/i.test(path))
    return 'asset';
  return 'page';
}
