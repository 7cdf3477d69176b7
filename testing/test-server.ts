import pino from 'pino';
import { handleGraphqlRequest } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import { models } from '@/lib/config/models';
import { openCatalog } from '@/lib/engine/models/catalog';
import { writeRefusals } from '@/lib/server/audit/write-refusals';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openDatabase } from '@/lib/server/database/open-database';
import { logRecordedJobs } from '@/lib/server/jobs/worker/log-recorded-jobs';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { ApiLimiter, type CallsPerMinute } from '@/lib/server/rate-limit/api-limiter';
import { serverContext } from '@/lib/server/runtime/context';
import { jobCounts } from '@/lib/server/runtime/runtime';
import { observeWrites } from '@/lib/server/starting/observe-writes';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { sharedTextWorker } from '@/testing/shared-text-worker';
import { copyTestDatabase } from '@/testing/test-database';

interface ApiError {
  message: string;
  path?: (string | number)[];
  extensions: {
    code: string;
    fields?: Record<string, string>;
    retryAfter?: number;
    requestId?: string;
    faults?: { code: string; docs: string }[];
  };
}

/** A response of the API; `data` has the shape of the query. */
export interface ApiResponse<Data> {
  status: number;
  headers: Headers;
  data: Data | null;
  errors: ApiError[];
}

export interface Call {
  query: string;
  variables?: Record<string, unknown>;
  token?: string | undefined;
  /** The caller's network address. */
  address?: string;
}

/** The API over a database of its own, with a clock that tests set. */
export interface TestServer {
  context: WorkflowContext;
  /** Sets the clock, which doesn't run by itself. */
  setNow(now: Date): void;
  /** Sends one GraphQL request through the handler of the running product. */
  call<Data = Record<string, unknown>>(call: Call): Promise<ApiResponse<Data>>;
  /** Writes the refusals so far into the audit trail, which the running product does a moment later. */
  settled(): Promise<void>;
  /** Sends any request body. */
  post(body: BodyInit, headers?: Record<string, string>, url?: string): Promise<Response>;
  close(): Promise<void>;
}

/** The moment at which every test begins by default. */
export const TEST_NOW = new Date('2026-06-15T12:00:00.000Z');

/**
 * Starts the API on a new copy of the migrated database.
 * @param options.calls how many calls per minute it takes; without it they aren't counted
 * @param options.logger gets the lines of jobs
 */
export async function openTestServer({
  calls,
  logger = pino({ level: 'silent' }),
}: {
  calls?: CallsPerMinute;
  logger?: pino.Logger;
} = {}): Promise<TestServer> {
  const database = await copyTestDatabase();
  const db = observeWrites(openDatabase(database.url));
  let now = TEST_NOW;
  const ctx = {
    ...serverContext(db),
    now: () => now,
    elapsed: () => now.getTime(),
    onRecorded: logRecordedJobs(logger, openCatalog(models), jobCounts),
  };
  const workflows = openWorkflowRuntime(ctx, { textWorker: sharedTextWorker });
  // It runs jobs, and never looks around for others.
  await workflows.worker.heartbeat.send();
  const context: WorkflowContext = { ...ctx, workflows };
  const yoga = createGraphqlServer(context, new SignInLimiter(), calls && new ApiLimiter(calls));

  const post = (body: BodyInit, headers: Record<string, string> = {}, url = 'http://localhost/api/graphql') =>
    handleGraphqlRequest(
      yoga,
      new Request(url, {
        method: 'POST',
        body,
        ...(body instanceof ReadableStream && { duplex: 'half' }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '127.0.0.1', ...headers },
      }),
    );

  return {
    context,
    setNow: (instant) => {
      now = instant;
    },
    post,
    call: async <Data>({ query, variables, token, address = '127.0.0.1' }: Call) => {
      const headers = { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) };
      const form = formWithFile(query, variables ?? {});
      const response = await (form
        ? post(await form.arrayBuffer(), {
            ...headers,
            'content-type': form.headers.get('content-type') ?? '',
            'graphql-require-preflight': '1',
          })
        : post(JSON.stringify({ query, variables }), headers));
      const { data = null, errors = [] } = (await response.json()) as Partial<ApiResponse<Data>>;
      return { status: response.status, headers: response.headers, data, errors };
    },
    settled: () => writeRefusals(context),
    close: async () => {
      // A test may have replaced its first runtime.
      await context.workflows?.stop();
      await db.close();
      await database.remove();
    },
  };
}

/** A call with a file among its variables as a multipart request; null for any other. */
function formWithFile(query: string, variables: object): Response | null {
  const [name, file] = Object.entries(variables).find(([, value]) => value instanceof File) ?? [];
  if (!(file instanceof File)) return null;
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { ...variables, [String(name)]: null } }));
  form.set('map', JSON.stringify({ 0: [`variables.${name}`] }));
  form.set('0', file);
  return new Response(form);
}
