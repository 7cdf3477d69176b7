import { z } from 'zod';
import { type EmailKind, emailTemplates, ownEmailService } from '@/lib/config/email-templates';
import { limits } from '@/lib/config/limits';
import type { Email } from '@/lib/server/email/store-email';
import { EmailRefusal } from '@/lib/server/errors';
import { readBoundedText } from '@/lib/server/read-bounded-text';
import { templateParams } from '@/lib/validation/email';

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
