import type { Environment } from '@/lib/config/environment';
import { emailSettings } from '@/lib/server/email/email-settings';

/**
 * The variables that `npm run build` gives Next: each is a name that nothing else contains, and that the server
 * replaces by what it was started with. So one build serves any address, by any EmailJS account or none.
 */
export const placeholders = {
  PUBLIC_URL: 'https://public-url.switchyard.invalid',
  EMAILJS_PUBLIC_KEY: 'emailjs-public-key.switchyard.invalid',
  EMAILJS_SERVICE_ID: 'emailjs-service-id.switchyard.invalid',
  EMAILJS_WAITLIST_TEMPLATE: 'emailjs-waitlist-template.switchyard.invalid',
  EMAILJS_CONTACT_TEMPLATE: 'emailjs-contact-template.switchyard.invalid',
};

/** The values of the placeholders. */
export type PlaceholderValues = Record<keyof typeof placeholders, string>;

/** @returns values that are the same in HTML, XML, JSON and scripts: origins and EmailJS's ids need no escapes */
export function placeholderValues(environment: Environment): PlaceholderValues {
  const waitlist = emailSettings('WAITLIST', environment);
  return {
    PUBLIC_URL: environment.publicUrl,
    EMAILJS_PUBLIC_KEY: waitlist.publicKey,
    EMAILJS_SERVICE_ID: waitlist.serviceId,
    EMAILJS_WAITLIST_TEMPLATE: waitlist.templateId,
    EMAILJS_CONTACT_TEMPLATE: emailSettings('CONTACT', environment).templateId,
  };
}

const names = Object.keys(placeholders) as (keyof typeof placeholders)[];

/** Replaces the placeholders in a file of any kind; other bytes stay as they are. */
export function replacePlaceholders(file: Buffer, values: PlaceholderValues): Buffer {
  // As Latin-1, a character is a byte.
  const text = file.toString('latin1');
  const filled = names.reduce((each, name) => each.replaceAll(placeholders[name], () => values[name]), text);
  return filled === text ? file : Buffer.from(filled, 'latin1');
}
