import { brand } from '@/lib/config/brand';

const product = brand.name.toLowerCase();

/** The templates of the emails, by EmailJS's ids; our own ids when EmailJS isn't configured. */
export const emailTemplates = {
  WAITLIST: `${product}_waitlist`,
  CONTACT: `${product}_contact`,
} as const;

export type EmailKind = keyof typeof emailTemplates;

/** The ids of this site as its own email service when EmailJS isn't configured; EmailJS's keys are longer. */
export const ownEmailService = { publicKey: product, serviceId: product };

/** The settings with which a page sends one kind of email through EmailJS's client. Public: app/email-settings.json has it. */
export interface EmailSettings {
  publicKey: string;
  serviceId: string;
  templateId: string;
}

/** Whether the email goes to this site's own origin rather than to EmailJS. */
export const isOwnEmail = ({ publicKey }: Pick<EmailSettings, 'publicKey'>): boolean =>
  publicKey === ownEmailService.publicKey;

/** The plans a waitlist request names (docs/product.md, "Waitlist"). */
export const waitlistPlans = ['Basic', 'Starter', 'Pro', 'Enterprise'] as const;

export const defaultWaitlistPlan = 'Starter';

/** Whom every contact message goes to, a field of its template (docs/product.md, "Contact"). */
export const contactRecipient = 'Support Team';
