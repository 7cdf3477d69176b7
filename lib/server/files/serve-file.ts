import { authenticate } from '@/lib/server/auth/authenticate';
import { bearerToken } from '@/lib/server/auth/tokens';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { findSheet } from '@/lib/server/bulk/find-sheet';
import { isSheetId, sheetChoiceIn, sheetQuery } from '@/lib/server/bulk/sheet-link';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { AppError, unauthenticated } from '@/lib/server/errors';
import { type LinkState, linkState } from '@/lib/server/files/file-links';
import { type Download, type FileAccess, findDownload } from '@/lib/server/files/find-download';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { logger } from '@/lib/server/logging/logger';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { clientAddress } from '@/lib/server/rate-limit/client-address';
import { refusalBody } from '@/lib/server/refusal-body';
import { runtime } from '@/lib/server/runtime/runtime';
import { streamOf, untilSent } from '@/lib/server/stream-of';

/** HTTP statuses of refusals; all others are 400. */
const statuses: Partial<Record<AppError['code'], number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  FILE_DELETED: 410,
  RATE_LIMITED: 429,
};

/** The parts of a request for a file that are read. */
export type FileRequest = Pick<Request, 'method' | 'url' | 'signal'> & { headers: Pick<Headers, 'get'> };

/** Responds to GET and HEAD of `/api/files/ID`: 405 to other methods, 503 if the runtime hasn't started. */
export async function respondToFile(request: FileRequest, id: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(405, 'BAD_USER_INPUT', 'Get files with GET.', { allow: 'GET, HEAD' });
  if (!runtime.api) return unavailable();
  const { context, workflows, apiLimiter } = runtime.api;
  return serveFile({ ...context, workflows }, apiLimiter, request, id);
}

/**
 * Serves a file, a range of it, a job's download, or the sheet of a bulk run. The caller has a signed link, or the bearer
 * token of a user who may see the job or the run. The call is under way until the client has the file, or has left.
 * @param id of a file, of a job, or of a bulk run
 */
export async function serveFile(
  ctx: WorkflowContext,
  limiter: ApiLimiter,
  request: FileRequest,
  id: string,
): Promise<Response> {
  const leave = limiter.enter(clientAddress(request));
  if (typeof leave !== 'function') return refusedCall(leave);
  return untilSent(request, await makeResponse(ctx, limiter, request, id), leave);
}

/** Never throws. */
async function makeResponse(
  ctx: WorkflowContext,
  limiter: ApiLimiter,
  request: FileRequest,
  id: string,
): Promise<Response> {
  try {
    await limiter.countClient(clientAddress(request));
    const access = await accessOf(ctx, limiter, request, id);
    const download = isSheetId(id)
      ? await findSheet(ctx, id, access, { ...sheetChoiceIn(request.url), signal: request.signal })
      : await findDownload(ctx, id, access);
    return respondWith(download, request);
  } catch (error) {
    if (error instanceof AppError) return refusedCall(error);
    if (databaseFailure(error)) return unavailable();
    // Nobody reads this.
    if (request.signal.aborted) return new Response(null, { status: 499 });
    logger.error({ err: error, requestId: request.headers.get('x-request-id') }, 'file not served');
    return refuse(500, 'INTERNAL', 'Something failed on the server. Try again.');
  }
}

/** Which jobs the request may see: an account and perhaps a user, or any because its link is signed. */
async function accessOf(
  ctx: WorkflowContext,
  limiter: ApiLimiter,
  request: FileRequest,
  id: string,
): Promise<FileAccess> {
  const { searchParams } = new URL(request.url);
  const signature = searchParams.get('signature');
  // A link that was cut has lost its end.
  if (signature !== null || searchParams.has('expires')) {
    const expires = searchParams.get('expires') ?? '';
    const query = isSheetId(id) ? sheetQuery(sheetChoiceIn(request.url)) : '';
    const state = await linkState(ctx, id, { expires, signature: signature ?? '', query });
    if (state !== 'valid') throw new AppError('FORBIDDEN', linkFaults[state]);
    return {};
  }
  const viewer = await viewerOf(ctx, request);
  await limiter.countAccount(viewer);
  return visibleJobs(viewer);
}

const linkFaults: Record<Exclude<LinkState, 'valid'>, string> = {
  expired: 'This link has expired. Read the job again for a new one.',
  forged:
    'This link was changed or cut, or is from a server with another key. Read the job again for a new one.',
};

async function viewerOf(ctx: WorkflowContext, { headers }: FileRequest): Promise<Viewer> {
  const token = bearerToken(headers.get('authorization'));
  const viewer = token ? await authenticate(ctx, token) : null;
  if (!viewer) throw unauthenticated();
  authorize(viewer, 'read');
  return viewer;
}

function respondWith({ name, type, size, tag, read }: Download, { method, headers }: FileRequest): Response {
  const etag = tag && `"${tag}"`;
  const sent: Record<string, string> = {
    'content-type': type,
    'content-disposition': disposition(name),
    'x-content-type-options': 'nosniff',
    // A page runs nothing and reaches nothing, should a browser display it all the same.
    'content-security-policy': "default-src 'none'; sandbox",
    // Compression would change the ranges.
    'cache-control': 'private, no-cache, no-transform',
    ...(etag && { etag }),
    ...(size !== null && { 'accept-ranges': 'bytes' }),
  };
  if (etag && matches(headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: sent });
  const isFresh = headers.get('if-range') === null || headers.get('if-range') === etag;
  // Only GET has ranges, and an empty file has no part that could be asked for.
  const isRanged = method === 'GET' && isFresh && size !== null && size > 0;
  const range = isRanged ? rangeOf(headers.get('range'), size) : null;
  if (range === 'outside')
    return new Response(null, { status: 416, headers: { ...sent, 'content-range': `bytes */${size}` } });
  const length = range ? range.to - range.from + 1 : size;
  if (length !== null) sent['content-length'] = String(length);
  if (range) sent['content-range'] = `bytes ${range.from}-${range.to}/${size}`;
  const body = method === 'HEAD' || length === 0 ? null : streamOf(read(range ?? undefined));
  return new Response(body, { status: range ? 206 : 200, headers: sent });
}

/** RFC 6266: the name as it is in UTF-8, and for old clients in ASCII. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const matches = (header: string | null, etag: string): boolean =>
  header !== null &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

/**
 * RFC 9110, 14.2: one range of bytes. A header of another form, or with several, is ignored, as it may be.
 * @returns null for the whole
 */
function rangeOf(header: string | null, size: number): { from: number; to: number } | 'outside' | null {
  const [, first = '', last = ''] = header?.match(/^bytes=(\d*)-(\d*)$/) ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return from <= to ? { from, to } : 'outside';
}

const refuse = (
  status: number,
  code: AppError['code'],
  message: string,
  headers: Record<string, string> = {},
): Response =>
  new Response(refusalBody({ code, message }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });

function refusedCall({ code, message, details: { retryAfter } }: AppError): Response {
  return refuse(statuses[code] ?? 400, code, message, {
    ...(retryAfter && { 'retry-after': String(retryAfter) }),
  });
}

const unavailable = () =>
  refuse(503, 'INTERNAL', "The server can't read its database now. Try again in a minute.", {
    'retry-after': '60',
  });
