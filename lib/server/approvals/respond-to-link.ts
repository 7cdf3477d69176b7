import { allows } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import { requestOf } from '@/lib/server/approvals/approval-link';
import { isOwnerRevoked, recordDecision } from '@/lib/server/approvals/decide-approval';
import { authenticate } from '@/lib/server/auth/authenticate';
import { bearerToken } from '@/lib/server/auth/tokens';
import { visibleJobs } from '@/lib/server/auth/viewer';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { AppError, badInput, notFound, rateLimited } from '@/lib/server/errors';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { logger } from '@/lib/server/logging/logger';
import { parseInput } from '@/lib/server/parse-input';
import { clientAddress, clientNetwork, clientSite } from '@/lib/server/rate-limit/client-address';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import type { MakeLimiter, RateLimiter } from '@/lib/server/rate-limit/rate-limiter';
import { refusalBody } from '@/lib/server/refusal-body';
import { readBoundedText } from '@/lib/server/runtime/read-bounded-text';
import { runtime } from '@/lib/server/runtime/runtime';
import { fullName } from '@/lib/server/users/user-names';
import { linkDecision } from '@/lib/validation/workflows';
import { type Account, type Approval, type Job, Prisma, type User } from '@/prisma/generated/prisma/client';

const { bodyBytes, requests } = limits.approvalLink;

/** Limits the requests of a client to signed links. */
export const openLinkLimiter = (makeLimiter: MakeLimiter = memoryLimiter): RateLimiter =>
  makeLimiter({ name: 'approval-link', ...requests });

/**
 * The content of a signed link's page: of the job, the text, and from whom it is. The holder may be a stranger to the
 * account, so it has no email address, and nothing that the job has read.
 */
interface LinkedApproval {
  text: string;
  instructions: string;
  isJson: boolean;
  /** The names of the job, its account, and the user who started it; null without a first and last name. */
  job: string;
  account: string;
  startedBy: string | null;
  /** Epoch milliseconds. */
  startedAt: number;
  requestedAt: number;
  expiresAt: number;
  /** The job, for a caller who may see it. */
  visibleJob: { id: string; isOwn: boolean } | null;
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
        const { status, body } = await show(ctx, token, request);
        return respond(status, request.method === 'HEAD' ? null : body);
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

/**
 * The request; otherwise 404, alike for links that never worked and links that no longer do. A person who may see the
 * job of an ended link gets that with it.
 */
async function show(
  ctx: WorkflowContext,
  token: string,
  request: Request,
): Promise<{ status: number; body: string }> {
  const found = await requestOf(ctx, ctx.db.sql, token);
  const [open] = found
    ? await ctx.db.sql<OpenRequest>(
        Prisma.sql`
          SELECT "text", "instructions", "isJson", "requestedAt", "expiresAt",
            "Job"."name" AS "job", "Job"."createdAt" AS "startedAt", "Account"."name" AS "account", "firstName", "lastName"
          FROM "Approval" JOIN "Job" ON "Job"."id" = "jobId" JOIN "Account" ON "Account"."id" = "Approval"."accountId"
            JOIN "User" ON "User"."id" = "Approval"."userId"
          WHERE "Approval"."id" = ${found.id} AND "state" = 'PENDING'
            AND "expiresAt" > ${ctx.now()} AND "finishedAt" IS NULL AND "cancelRequestedAt" IS NULL AND ${isOwnerRevoked} = 0`,
      )
    : [];
  const visibleJob = found && (await visibleJobOf(ctx, found.jobId, request));
  if (!open) {
    const refusal = refusalBody(notFound('Request'));
    return {
      status: 404,
      body: visibleJob ? JSON.stringify({ ...JSON.parse(refusal), visibleJob }) : refusal,
    };
  }
  const { text, instructions, isJson, job, account, firstName, lastName } = open;
  const shown: LinkedApproval = {
    ...{ text, instructions, isJson: Boolean(isJson), job, account },
    startedBy: fullName({ firstName, lastName }) || null,
    startedAt: open.startedAt.getTime(),
    requestedAt: open.requestedAt.getTime(),
    expiresAt: open.expiresAt.getTime(),
    visibleJob,
  };
  return { status: 200, body: JSON.stringify(shown) };
}

type OpenRequest = Pick<Approval, 'text' | 'instructions' | 'isJson' | 'requestedAt' | 'expiresAt'> &
  Pick<User, 'firstName' | 'lastName'> & {
    job: Job['name'];
    account: Account['name'];
    startedAt: Job['createdAt'];
  };

/** The link alone is enough to decide. So an invalid token isn't an error. */
async function visibleJobOf(
  ctx: WorkflowContext,
  jobId: string,
  { headers }: Request,
): Promise<LinkedApproval['visibleJob']> {
  const token = bearerToken(headers.get('authorization'));
  const viewer = token ? await authenticate(ctx, token) : null;
  if (!viewer || !allows(viewer, 'read')) return null;
  const where = { id: jobId, ...visibleJobs(viewer) };
  const visible = await ctx.db.prisma.job.findFirst({ where, select: { userId: true } });
  return visible && { id: jobId, isOwn: viewer.user.id === visible.userId };
}

async function decide(ctx: WorkflowContext, token: string, request: Request): Promise<void> {
  // Other sites' pages can't send this type without being asked first.
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw badInput({ decision: 'Send the decision as JSON.' });
  const body = await readBoundedText(request, bodyBytes);
  if (body === null) throw badInput({ text: `A decision has at most ${bodyBytes / 1024} KiB.` });
  const { name, key, ...decision } = parseInput(linkDecision, jsonOf(body));
  const found = await requestOf(ctx, ctx.db.sql, token);
  if (!found) throw notFound('Request');
  await recordDecision(ctx, found.accountId, {
    decision,
    actor: null,
    decidedAs: name,
    decidedKey: key,
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
