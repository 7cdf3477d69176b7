import { receiveEmail, refuseMethod } from '@/lib/server/email/receive-email';
import { runningServer } from '@/lib/server/runtime/runtime';

/** EmailJS's own path, so that its client can send to this site (DESIGN.md, "E-mail"). */
export function POST(request: Request): Promise<Response> {
  const { context, emailLimiter } = runningServer();
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
