import { brand } from '@/lib/config/brand';

const product = brand.name.toLowerCase();

/** The templates an e-mail is sent by, as EmailJS names them; ours when EmailJS is not configured. */
export const emailTemplates = {
  WAITLIST: `${product}_waitlist`,
  CONTACT: `${product}_contact`,
} as const;

export type EmailKind = keyof typeof emailTemplates;

/** What this site answers to as an e-mail service when EmailJS is not configured. */
export const ownEmailService = { publicKey: product, serviceId: product };

/** What a page needs to send one kind of e-mail by EmailJS's client; public, written into the static page. */
export interface EmailSettings {
  publicKey: string;
  serviceId: string;
  templateId: string;
  /** Whether the request goes to this site's own origin rather than to EmailJS. */
  ownOrigin: boolean;
}

/** The plans a waitlist request names (SPEC.md, section 3). */
export const waitlistPlans = ['Basic', 'Starter', 'Pro', 'Enterprise'] as const;

export const defaultWaitlistPlan = 'Starter';

/** Whom every contact message goes to, a field of its template (SPEC.md, section 3). */
export const contactRecipient = 'Support Team';
