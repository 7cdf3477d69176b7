import type { Plugin } from 'graphql-yoga';
import type { RequestId } from '@/graphql/errors';
import { AppError } from '@/lib/server/errors';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { clientAddress } from '@/lib/server/rate-limit/client-address';
import { refusalBody } from '@/lib/server/refusal-body';

/** Yoga plugin: counts a client's calls, and refuses those over the limit before their body is read. */
export const clientRateLimit = (limiter: ApiLimiter): Plugin<object, RequestId> => ({
  onRequest: async ({ request, fetchAPI, endResponse }) => {
    try {
      await limiter.countClient(clientAddress(request));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      endResponse(new fetchAPI.Response(refusalBody(error), refusal(error)));
    }
  },
});

const refusal = ({ details }: AppError): ResponseInit => ({
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': String(details.retryAfter) },
});
