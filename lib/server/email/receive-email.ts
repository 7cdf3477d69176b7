import { z } from 'zod';
import { type EmailKind, emailTemplates, isOwnEmail, ownEmailService } from '@/lib/config/email-templates';
import { limits } from '@/lib/config/limits';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { EmailRefusal } from '@/lib/server/errors';
import { logger } from '@/lib/server/logging/logger';
import { plainText, refuseUnavailable } from '@/lib/server/plain-text';
import { clientAddress } from '@/lib/server/rate-limit/client-address';
import type { ServerContext } from '@/lib/server/runtime/context';
import { readBoundedText } from '@/lib/server/runtime/read-bounded-text';
import { runtime } from '@/lib/server/runtime/runtime';
import { templateParams } from '@/lib/validation/email';
import type { EmailLimiter } from './email-limiter';
import { emailSettings } from './email-settings';
import { type Email, isStored, storeEmail } from './stored-emails';

/**
 * Responds to one request of EmailJS's client as EmailJS does, in plain text: 200 `OK` once the email is stored, also
 * for a retry; otherwise 400, 413, 415, 429 or 503 with Retry-After (503 while the database fails), 500, or 404 if
 * EmailJS itself is configured. No CORS headers, because only this site's own pages send here.
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
    if (database) return refuseUnavailable('email');
    return plainText(500, "The email couldn't be stored.");
  }
}

/** Responds to a request at EmailJS's address: 405 for methods other than POST, 503 if the runtime hasn't started. */
export async function answerEmailRequest(request: Request): Promise<Response> {
  if (request.method !== 'POST') return refuseMethod();
  if (!runtime.api) return refuseUnavailable('email');
  const { context, emailLimiter } = runtime.api;
  return receiveEmail(context, emailLimiter, request);
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

const kinds = Object.keys(emailTemplates) as EmailKind[];

/** EmailJS's own request; `lib_version` and `accessToken` mean nothing here. */
const emailRequest = z.object(
  {
    user_id: z.literal(ownEmailService.publicKey, "The public key (user_id) isn't known here."),
    service_id: z.literal(ownEmailService.serviceId, "The service ID (service_id) isn't known here."),
    template_id: z.string('The template ID (template_id) must be a string.'),
    template_params: z.unknown().optional(),
  },
  'The request must be a JSON object.',
);

/**
 * Reads an email from the request that EmailJS's client sends.
 * @throws EmailRefusal with status 400, 413 over the size, 415 for another type; the message never quotes the input
 */
export async function readEmailRequest(request: Request): Promise<Email> {
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new EmailRefusal(415, 'The request must be JSON, with the header Content-Type: application/json.');
  const parsed = emailRequest.safeParse(await readJson(request));
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message);
  const { template_id: templateId, template_params } = parsed.data;
  const kind = kinds.find((key) => emailTemplates[key] === templateId);
  if (!kind) throw invalid("The template ID (template_id) isn't known here.");
  return { kind, templateId, params: readParams(kind, template_params) };
}

async function readJson(request: Request): Promise<unknown> {
  const max = limits.emailSend.bodyBytes;
  const text = await readBoundedText(request, max).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') throw new EmailRefusal(400, 'The request body is incomplete.');
    throw error;
  });
  if (text === null) throw new EmailRefusal(413, `The request has at most ${max / 1024} KiB.`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("The request isn't valid JSON.");
  }
}

function readParams(kind: EmailKind, params: unknown): Email['params'] {
  const parsed = templateParams[kind].safeParse(params);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path[0];
  throw invalid(
    field === undefined
      ? `The parameters (template_params) must be an object of ${Object.keys(templateParams[kind].shape).join(', ')}.`
      : `The parameter ${String(field)} is missing or not valid.`,
  );
}

function invalid(message = "The request isn't valid."): EmailRefusal {
  return new EmailRefusal(400, message);
}
