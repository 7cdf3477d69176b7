import { handleGraphqlRequest } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import { corsHeaders } from '@/lib/config/cors-headers';
import { runningServer } from '@/lib/server/runtime/runtime';

let yoga: ReturnType<typeof createGraphqlServer> | undefined;

function startedYoga() {
  if (!yoga) {
    const { context, signInLimiter, apiLimiter } = runningServer();
    yoga = createGraphqlServer(context, signInLimiter, apiLimiter);
  }
  return yoga;
}

export function POST(request: Request): Promise<Response> {
  return handleGraphqlRequest({ handleRequest: (...call) => startedYoga().handleRequest(...call) }, request);
}

export function OPTIONS(): Response {
  return new Response(null, { status: 204, headers: corsHeaders });
}

export function GET(): Response {
  return Response.json(
    { errors: [{ message: 'Send queries with POST.', extensions: { code: 'BAD_USER_INPUT' } }] },
    { status: 405, headers: { allow: 'POST, OPTIONS' } },
  );
}
