import {
  type EmailKind,
  type EmailSettings,
  emailTemplates,
  ownEmailService,
} from '@/lib/config/email-templates';
import type { Environment } from '@/lib/config/environment';
import { environment } from '@/lib/server/runtime/environment';

/**
 * Where one kind of email is sent: to EmailJS if the environment names an account, otherwise to this site
 * (docs/design.md, "Email").
 */
export function emailSettings(kind: EmailKind, from: Environment = environment): EmailSettings {
  const { emailjsPublicKey, emailjsServiceId, emailjsWaitlistTemplate, emailjsContactTemplate } = from;
  if (!emailjsPublicKey) return { ...ownEmailService, templateId: emailTemplates[kind] };
  return {
    publicKey: emailjsPublicKey,
    serviceId: emailjsServiceId,
    templateId: kind === 'WAITLIST' ? emailjsWaitlistTemplate : emailjsContactTemplate,
  };
}
