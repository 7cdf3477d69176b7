import { receiveEmail, refuseMethod, refuseUnavailable } from '@/lib/server/email/receive-email';
import { runtime } from '@/lib/server/runtime/runtime';

/** EmailJS's own path, so that its client can send to this site (DESIGN.md, "E-mail"). */
export async function POST(request: Request): Promise<Response> {
  if (!runtime.server) return refuseUnavailable();
  const { context, emailLimiter } = runtime.server;
  return receiveEmail(context, emailLimiter, request);
}

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as HEAD,
  refuseMethod as OPTIONS,
  refuseMethod as PATCH,
  refuseMethod as PUT,
};
