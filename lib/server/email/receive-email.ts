import { isOwnEmail } from '@/lib/config/email-templates';
import { databaseFailure } from '@/lib/server/database/database-failure';
import type { EmailLimiter } from '@/lib/server/email/email-limiter';
import { emailSettings } from '@/lib/server/email/email-settings';
import { readEmailRequest } from '@/lib/server/email/read-email-request';
import { isStored, storeEmail } from '@/lib/server/email/store-email';
import { EmailRefusal } from '@/lib/server/errors';
import { logger } from '@/lib/server/logging/logger';
import { clientAddress } from '@/lib/server/rate-limit/client-address';
import type { ServerContext } from '@/lib/server/runtime/context';
import { runtime } from '@/lib/server/runtime/runtime';

/**
 * Answers one request of EmailJS's client as EmailJS does, in plain text: 200 `OK` once the email is stored, also for
 * a retry; otherwise 400, 413, 415, 429 or 503 with Retry-After (503 while the database fails), 500, or 404 if EmailJS
 * itself is configured. No CORS headers, because only this site's own pages send here.
 */
export async function receiveEmail(
  ctx: ServerContext,
  limiter: EmailLimiter,
  request: Request,
): Promise<Response> {
  try {
    await receive(ctx, limiter, request);
    return plainText(200, 'OK');
  } catch (error) {
    if (error instanceof EmailRefusal) return plainText(error.status, error.message, error.headers);
    // Name and code only: the database's messages may quote what a person typed.
    const { name, code } = error as Error & { code?: unknown };
    const database = databaseFailure(error);
    logger.error(
      { requestId: request.headers.get('x-request-id'), error: name, code, database },
      'email not stored',
    );
    if (database) return refuseUnavailable();
    return plainText(500, "The email couldn't be stored.");
  }
}

/** Answers a request at EmailJS's address: 405 for methods other than POST, 503 if the runtime hasn't started. */
export async function answerEmailRequest(request: Request): Promise<Response> {
  if (request.method !== 'POST') return refuseMethod();
  if (!runtime.api) return refuseUnavailable();
  const { context, emailLimiter } = runtime.api;
  return receiveEmail(context, emailLimiter, request);
}

/** The response while the database fails. */
function refuseUnavailable(): Response {
  return plainText(503, "The email couldn't be stored.", { 'retry-after': '60' });
}

/** The response to methods other than POST. */
export function refuseMethod(): Response {
  return plainText(405, 'Send email with POST.', { allow: 'POST' });
}

async function receive(ctx: ServerContext, limiter: EmailLimiter, request: Request): Promise<void> {
  if (!isOwnEmail(emailSettings('CONTACT')))
    throw new EmailRefusal(404, 'This site sends its email by EmailJS and receives none itself.');
  const client = clientAddress(request);
  await limiter.countRequest(client);
  const email = await readEmailRequest(request);
  // A retry gets the same response, even if the client has used up its emails.
  if (await isStored(ctx, email)) return;
  await limiter.countStored(client, email.params.user_email ?? '', () => storeEmail(ctx, email));
}

function plainText(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
