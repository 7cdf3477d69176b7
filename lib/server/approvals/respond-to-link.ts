import { limits } from '@/lib/config/limits';
import { requestOf } from '@/lib/server/approvals/approval-link';
import { isOwnerRevoked, recordDecision } from '@/lib/server/approvals/decide-approval';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { AppError, badInput, notFound, rateLimited } from '@/lib/server/errors';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { logger } from '@/lib/server/logging/logger';
import { parseInput } from '@/lib/server/parse-input';
import { clientAddress, clientNetwork, clientSite } from '@/lib/server/rate-limit/client-address';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import type { MakeLimiter, RateLimiter } from '@/lib/server/rate-limit/rate-limiter';
import { readBoundedText } from '@/lib/server/read-bounded-text';
import { refusalBody } from '@/lib/server/refusal-body';
import { runtime } from '@/lib/server/runtime/runtime';
import { approvalDecision } from '@/lib/validation/workflows';
import { type Approval, Prisma } from '@/prisma/generated/prisma/client';

const { bodyBytes, requests } = limits.approvalLink;

/** Limits the requests of a client to signed links. */
export const openLinkLimiter = (makeLimiter: MakeLimiter = memoryLimiter): RateLimiter =>
  makeLimiter({ name: 'approval-link', ...requests });

/** The content of a signed link's page: of the job, the text alone. */
interface LinkedApproval {
  text: string;
  instructions: string;
  isJson: boolean;
  /** Epoch milliseconds. */
  requestedAt: number;
  expiresAt: number;
}

/** Responds to GET and POST of `/api/approvals/TOKEN`: 405 to other methods, 503 if the runtime hasn't started. */
export async function respondToLink(request: Request, token: string): Promise<Response> {
  if (!runtime.api) return unavailable();
  const { context, workflows, linkLimiter } = runtime.api;
  return serveLink({ ...context, workflows }, linkLimiter, request, token);
}

const statuses: Partial<Record<AppError['code'], number>> = {
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
};

/**
 * Shows or decides a request for approval. GET and HEAD decide nothing, so that programs that look at links don't.
 * @param token the last part of the link
 */
export async function serveLink(
  ctx: WorkflowContext,
  limiter: RateLimiter,
  request: Request,
  token: string,
): Promise<Response> {
  try {
    const client = clientAddress(request);
    const seconds = await limiter.take(clientNetwork(client), clientSite(client));
    if (seconds > 0) throw rateLimited(seconds);
    switch (request.method) {
      case 'GET':
      case 'HEAD': {
        const shown = await show(ctx, token);
        return respond(200, request.method === 'HEAD' ? null : JSON.stringify(shown));
      }
      case 'POST':
        await decide(ctx, token, request);
        return respond(200, '{"success":true}');
      default:
        return refuse(405, 'BAD_USER_INPUT', 'Read a request with GET, and decide it with POST.', {
          allow: 'GET, HEAD, POST',
        });
    }
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, details } = error;
      const after = details.retryAfter;
      return refuse(statuses[code] ?? 400, code, message, after ? { 'retry-after': String(after) } : {});
    }
    if (databaseFailure(error)) return unavailable();
    logger.error({ err: error, requestId: request.headers.get('x-request-id') }, 'approval not served');
    return refuse(500, 'INTERNAL', 'Something failed on the server. Try again.');
  }
}

/** @throws AppError NOT_FOUND, alike for links that never worked and links that no longer do */
async function show(ctx: WorkflowContext, token: string): Promise<LinkedApproval> {
  const found = await requestOf(ctx, ctx.db.sql, token);
  const [open] = found
    ? await ctx.db.sql<Pick<Approval, 'text' | 'instructions' | 'isJson' | 'requestedAt' | 'expiresAt'>>(
        Prisma.sql`
          SELECT "text", "instructions", "isJson", "requestedAt", "expiresAt" FROM "Approval"
          JOIN "Job" ON "Job"."id" = "jobId" WHERE "Approval"."id" = ${found.id} AND "state" = 'PENDING'
            AND "expiresAt" > ${ctx.now()} AND "finishedAt" IS NULL AND "cancelRequestedAt" IS NULL AND ${isOwnerRevoked} = 0`,
      )
    : [];
  if (!open) throw notFound('Request');
  const { requestedAt, expiresAt, isJson, ...texts } = open;
  const moments = { requestedAt: requestedAt.getTime(), expiresAt: expiresAt.getTime() };
  return { ...texts, isJson: Boolean(isJson), ...moments };
}

async function decide(ctx: WorkflowContext, token: string, request: Request): Promise<void> {
  // Other sites' pages can't send this type without being asked first.
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw badInput({ decision: 'Send the decision as JSON.' });
  const body = await readBoundedText(request, bodyBytes);
  if (body === null) throw badInput({ text: `A decision has at most ${bodyBytes / 1024} KiB.` });
  const decision = parseInput(approvalDecision, jsonOf(body));
  const found = await requestOf(ctx, ctx.db.sql, token);
  if (!found) throw notFound('Request');
  await recordDecision(ctx, found.accountId, {
    decision,
    actor: null,
    find: async () => Prisma.sql`"Approval"."id" = ${found.id}`,
  });
}

/** @throws AppError BAD_USER_INPUT */
function jsonOf(body: string) {
  try {
    return JSON.parse(body);
  } catch {
    throw badInput({ decision: "The decision isn't valid JSON." });
  }
}

const respond = (status: number, body: string | null, headers: Record<string, string> = {}): Response =>
  new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      ...headers,
    },
  });

const refuse = (
  status: number,
  code: AppError['code'],
  message: string,
  headers: Record<string, string> = {},
): Response => respond(status, refusalBody({ code, message }), headers);

const unavailable = () =>
  refuse(503, 'INTERNAL', "The server can't read its database now. Try again in a minute.", {
    'retry-after': '60',
  });
