import { brand } from '@/lib/config/brand';

const product = brand.name.toLowerCase();

/** The templates an e-mail is sent by, as EmailJS names them; ours when EmailJS is not configured. */
export const emailTemplates = {
  WAITLIST: `${product}_waitlist`,
  CONTACT: `${product}_contact`,
} as const;

export type EmailKind = keyof typeof emailTemplates;

/** What this site answers to as an e-mail service when EmailJS is not configured; EmailJS's own keys are longer. */
export const ownEmailService = { publicKey: product, serviceId: product };

/** What a page needs to send one kind of e-mail by EmailJS's client; public, in the page as the server sends it. */
export interface EmailSettings {
  publicKey: string;
  serviceId: string;
  templateId: string;
}

/** Whether the e-mail goes to this site's own origin rather than to EmailJS. */
export const isOwnEmail = ({ publicKey }: Pick<EmailSettings, 'publicKey'>): boolean =>
  publicKey === ownEmailService.publicKey;

/** The plans a waitlist request names (SPEC.md, section 3). */
export const waitlistPlans = ['Basic', 'Starter', 'Pro', 'Enterprise'] as const;

export const defaultWaitlistPlan = 'Starter';

/** Whom every contact message goes to, a field of its template (SPEC.md, section 3). */
export const contactRecipient = 'Support Team';
