import { type EmailKind, type EmailSettings, emailTemplates, ownEmailService } from '@/lib/config/email';
import { environment } from '@/lib/server/runtime/environment';

/**
 * Where one kind of e-mail is sent: to EmailJS where the environment names an account, else to this site
 * (DESIGN.md, "E-mail"). A page that hands them to its form holds them as of the build.
 */
export function emailSettings(kind: EmailKind): EmailSettings {
  const { emailjsPublicKey, emailjsServiceId, emailjsWaitlistTemplate, emailjsContactTemplate } = environment;
  if (!emailjsPublicKey) return { ...ownEmailService, templateId: emailTemplates[kind], ownOrigin: true };
  return {
    publicKey: emailjsPublicKey,
    serviceId: emailjsServiceId,
    templateId: kind === 'WAITLIST' ? emailjsWaitlistTemplate : emailjsContactTemplate,
    ownOrigin: false,
  };
}
