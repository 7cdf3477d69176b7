import type { Plugin } from 'graphql-yoga';
import type { RequestId } from '@/graphql/errors';
import type { ErrorCode } from '@/lib/config/error-codes';
import { AppError } from '@/lib/server/errors';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { clientAddress } from '@/lib/server/rate-limit/client-address';

/** Yoga plugin: counts a client's calls, and refuses those over the limit before their body is read. */
export const clientRateLimit = (limiter: ApiLimiter): Plugin<object, RequestId> => ({
  onRequest: async ({ request, endResponse }) => {
    try {
      await limiter.countClient(clientAddress(request));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      endResponse(refusal(error));
    }
  },
});

/** As any other refusal of the API is written, but that nothing was executed. */
function refusal({ code, message, details }: AppError): Response {
  const extensions: { code: ErrorCode } & AppError['details'] = { code, ...details };
  return Response.json(
    { errors: [{ message, extensions }] },
    { status: 429, headers: { 'retry-after': String(details.retryAfter) } },
  );
}
