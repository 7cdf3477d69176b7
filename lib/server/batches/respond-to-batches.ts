import type { Access } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import { formatBytes } from '@/lib/format/number';
import { authenticate } from '@/lib/server/auth/authenticate';
import { bearerToken } from '@/lib/server/auth/tokens';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import {
  deleteBatchFile,
  getBatchFile,
  listBatchFiles,
  readBatchFile,
} from '@/lib/server/batches/batch-files';
import { getBatch, listBatches } from '@/lib/server/batches/batch-view';
import { cancelBatch, createBatch } from '@/lib/server/batches/create-batch';
import { readForm } from '@/lib/server/batches/read-form';
import { type Refusal, refusalOf, refuse } from '@/lib/server/batches/refuse';
import { uploadBatchFile } from '@/lib/server/batches/upload-batch-file';
import { badInput, unauthenticated } from '@/lib/server/errors';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { pathOf } from '@/lib/server/path-of';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { clientAddress } from '@/lib/server/rate-limit/client-address';
import { turns } from '@/lib/server/runtime/fair-turns';
import { readBoundedText } from '@/lib/server/runtime/read-bounded-text';
import { requestNotes, runtime } from '@/lib/server/runtime/runtime';
import { streamOf, untilSent } from '@/lib/server/stream-of';

/** The parts of a request that are read; its address is given apart. */
export type BatchRequest = Pick<Request, 'method' | 'headers' | 'body' | 'text' | 'signal'>;

/** A call whose caller is known and may do it. */
interface Call {
  ctx: WorkflowContext;
  viewer: Viewer;
  request: BatchRequest;
  /** From the address; empty where it has none. */
  id: string;
  query: Record<string, string>;
}

interface Endpoint {
  path: RegExp;
  methods: Record<string, { access: Access; respond(call: Call): Promise<Response> }>;
}

/** OpenAI's endpoints for batches and their files. */
const endpoints: readonly Endpoint[] = [
  {
    path: /^\/v1\/files$/,
    methods: {
      GET: {
        access: 'read',
        respond: async ({ ctx, viewer, query }) => json(await listBatchFiles(ctx, viewer, query)),
      },
      POST: {
        access: 'write',
        respond: async ({ ctx, viewer, request }) =>
          json(await uploadBatchFile(ctx, viewer, await readForm(request), request.signal)),
      },
    },
  },
  {
    path: /^\/v1\/files\/([\w-]+)$/,
    methods: {
      GET: {
        access: 'read',
        respond: async ({ ctx, viewer, id }) => json(await getBatchFile(ctx, viewer, id)),
      },
      DELETE: {
        access: 'write',
        respond: async ({ ctx, viewer, id }) => json(await deleteBatchFile(ctx, viewer, id)),
      },
    },
  },
  {
    path: /^\/v1\/files\/([\w-]+)\/content$/,
    methods: {
      GET: {
        access: 'read',
        respond: async ({ ctx, viewer, id }) =>
          new Response(streamOf(await readBatchFile(ctx, viewer, id)), {
            headers: {
              ...{ 'content-type': 'application/jsonl', 'cache-control': 'private, no-store' },
              'content-disposition': `attachment; filename="${id}.jsonl"`,
            },
          }),
      },
    },
  },
  {
    path: /^\/v1\/batches$/,
    methods: {
      GET: {
        access: 'read',
        respond: async ({ ctx, viewer, query }) => json(await listBatches(ctx, viewer, query)),
      },
      POST: {
        access: 'write',
        respond: async ({ ctx, viewer, request }) =>
          json(
            await createBatch(ctx, viewer, await readJson(request), {
              idempotencyKey: request.headers.get('idempotency-key'),
              traceparent: request.headers.get('traceparent'),
            }),
          ),
      },
    },
  },
  {
    path: /^\/v1\/batches\/([\w-]+)$/,
    methods: {
      GET: { access: 'read', respond: async ({ ctx, viewer, id }) => json(await getBatch(ctx, viewer, id)) },
    },
  },
  {
    path: /^\/v1\/batches\/([\w-]+)\/cancel$/,
    methods: {
      POST: {
        access: 'write',
        respond: async ({ ctx, viewer, id }) => json(await cancelBatch(ctx, viewer, id)),
      },
    },
  },
];

/**
 * Responds to any request under `/v1`. Never throws. The call is under way until the client has the response, or has left.
 * @param url the path and query of its address
 */
export async function respondToBatches(request: BatchRequest, url: string): Promise<Response> {
  if (!runtime.api) return refuse(refusalOf(null));
  const { context, workflows, apiLimiter } = runtime.api;
  const leave = apiLimiter.enter(clientAddress(request));
  if (typeof leave !== 'function') return refuse(refusalOf(leave));
  return untilSent(request, await serveCall({ ...context, workflows }, apiLimiter, request, url), leave);
}

async function serveCall(
  ctx: WorkflowContext,
  limiter: ApiLimiter,
  request: BatchRequest,
  url: string,
): Promise<Response> {
  try {
    await limiter.countClient(clientAddress(request));
    const path = pathOf(url);
    const endpoint = endpoints.find((one) => one.path.test(path));
    if (!endpoint) return refuse(unknownPath);
    const method = endpoint.methods[request.method];
    if (!method) return refuse(otherMethod(Object.keys(endpoint.methods)));
    const viewer = await viewerOf(ctx, request);
    await limiter.countAccount(viewer);
    authorize(viewer, method.access);
    await turns.begin(viewer.accountId, request.signal);
    const id = endpoint.path.exec(path)?.[1] ?? '';
    const query = Object.fromEntries(new URLSearchParams(url.slice(path.length)));
    return await method.respond({ ctx, viewer, request, id, query });
  } catch (error) {
    return refuse(refusalOf(error, request.headers));
  }
}

const unknownPath: Refusal = {
  ...{ status: 404, type: 'invalid_request_error', code: 'NOT_FOUND', param: null },
  message: 'There is no such address. Under /v1 there are files and batches.',
};

const otherMethod = (methods: readonly string[]): Refusal => ({
  ...{ status: 405, type: 'invalid_request_error', code: 'BAD_USER_INPUT', param: null },
  message: `This address takes ${methods.join(' and ')}.`,
  headers: { allow: methods.join(', ') },
});

async function viewerOf(ctx: WorkflowContext, { headers }: BatchRequest): Promise<Viewer> {
  const token = bearerToken(headers.get('authorization'));
  const viewer = token ? await authenticate(ctx, token) : null;
  if (!viewer) throw unauthenticated();
  const notes = requestNotes.getStore();
  if (notes) Object.assign(notes, { accountId: viewer.accountId, userId: viewer.user.id });
  return viewer;
}

async function readJson(request: BatchRequest): Promise<unknown> {
  const text = await readBoundedText(request as Request, limits.graphql.bodyBytes);
  if (text === null)
    throw badInput({ body: `The body has at most ${formatBytes(limits.graphql.bodyBytes)}.` });
  try {
    return JSON.parse(text);
  } catch {
    throw badInput({ body: "The body isn't valid JSON." });
  }
}

const json = (value: object): Response => Response.json(value, { headers: { 'cache-control': 'no-store' } });
