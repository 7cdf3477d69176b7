import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json, text } from 'node:stream/consumers';
import { GET as emailSettings } from '@/app/email-settings.json/route';
import { handleNodeRequest } from '@/graphql/node-http';
import { createGraphqlServer } from '@/graphql/yoga';
import { openLinkLimiter, serveLink } from '@/lib/server/approvals/respond-to-link';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { serveFile } from '@/lib/server/files/serve-file';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { type ServerContext, serverContext } from '@/lib/server/runtime/context';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { seedDatabase } from '@/prisma/seed';
import { addInvoices, addPerson, addUsers, openAccount, startSession } from './accounts';

type Work = (ctx: ServerContext, input: never) => Promise<object>;

/** Requests of tests that the product's API can't do, or only slowly, by path. */
const preparations: Record<string, Work> = {
  '/testing/account': openAccount,
  '/testing/invoices': addInvoices,
  '/testing/person': addPerson,
  '/testing/session': startSession,
  '/testing/users': addUsers,
};

/**
 * Vitest's global set-up for screens: serves the real API on a database with demo data at the address that SCREENS_API
 * names. It also serves the preparations of accounts for tests. Calls aren't counted: thousands come from one browser.
 */
export default async function setup() {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-screens-'));
  // Vitest doesn't tear down a run that is ended by a signal.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const databaseUrl = `file:${path.join(folder, 'screens.db')}`;
  await deployMigrations(databaseUrl);
  await seedDatabase(databaseUrl, { demo: true });
  const db = openDatabase(databaseUrl);
  const ctx = serverContext(db);
  const workflows = openWorkflowRuntime(ctx);
  await workflows.start();
  const yoga = createGraphqlServer({ ...ctx, workflows }, new SignInLimiter());

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/email-settings.json') return response.end(await emailSettings().text());
    if (request.url?.startsWith('/api/files/')) return sendFile({ ...ctx, workflows }, request, response);
    if (request.url?.startsWith('/api/approvals/')) return sendApproval(request, response);
    const prepare = preparations[request.url ?? ''];
    if (!prepare) {
      request.headers['x-forwarded-for'] = '127.0.0.1';
      return handleNodeRequest(yoga, request, response);
    }
    const prepared = await prepare(ctx, (await json(request)) as never);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(prepared));
  };
  const limiter = new ApiLimiter({ perClient: 1_000_000, perAccount: 1_000_000 });
  const sendFile = async (
    ctx: WorkflowContext,
    { url = '', headers }: IncomingMessage,
    response: ServerResponse,
  ) => {
    const asked = new URL(url, 'http://localhost');
    const range = headers.range;
    const request = new Request(asked, { headers: range ? { range } : {} });
    const file = await serveFile(ctx, limiter, request, asked.pathname.split('/').at(-1) ?? '');
    response.writeHead(file.status, Object.fromEntries(file.headers));
    response.end(Buffer.from(await file.arrayBuffer()));
  };
  const linkLimiter = openLinkLimiter();
  const sendApproval = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', method = 'GET', headers } = request;
    const { authorization = '', 'content-type': type = '' } = headers;
    const asked = new URL(url, 'http://localhost');
    const call = {
      ...{ method, headers: { authorization, 'content-type': type } },
      body: method === 'POST' ? await text(request) : null,
    };
    const token = asked.pathname.split('/').at(-1) ?? '';
    const approval = await serveLink({ ...ctx, workflows }, linkLimiter, new Request(asked, call), token);
    response.writeHead(approval.status, Object.fromEntries(approval.headers));
    response.end(await approval.text());
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      response.statusCode = 500;
      response.end(error.stack);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.SCREENS_API = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.closeAllConnections();
    server.close();
    await workflows.stop();
    await db.close();
    rmSync(folder, { recursive: true });
  };
}
