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

/** What takes the place of each placeholder. */
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

/** Replaces the placeholders in a text, which may be bytes read as Latin-1. */
export function replacePlaceholders(text: string, values: PlaceholderValues): string {
  return names.reduce((filled, name) => filled.replaceAll(placeholders[name], () => values[name]), text);
}

/** Replaces the placeholders in a file of any kind; other bytes stay as they are. */
export const replacePlaceholdersInFile = (file: Buffer, values: PlaceholderValues): Buffer =>
  Buffer.from(replacePlaceholders(file.toString('latin1'), values), 'latin1');

/**
 * How a row of React's data begins that names its length instead of ending with its line: text (`T`), or an array of
 * bytes or numbers.
 */
const sizedRow = /[\da-f]*:([AGLMOSTUVbglmos])([\da-f]+),/y;

/**
 * Replaces the placeholders in React's own format, in which a row may name its length in bytes: that of a text follows
 * what is replaced in it.
 */
export function replacePlaceholdersInData(data: Buffer, values: PlaceholderValues): Buffer {
  // As Latin-1, a character is a byte.
  const text = data.toString('latin1');
  const rows: string[] = [];
  for (let at = 0; at < text.length; ) {
    sizedRow.lastIndex = at;
    const [header, tag = '', length = ''] = sizedRow.exec(text) ?? [];
    const start = at + (header?.length ?? 0);
    const lineEnd = text.indexOf('\n', at) + 1 || text.length;
    const end = header ? start + Number.parseInt(length, 16) : lineEnd;
    const row = text.slice(start, end);
    const filled = header && tag !== 'T' ? row : replacePlaceholders(row, values);
    rows.push(header?.replace(/[\da-f]+,$/, `${filled.length.toString(16)},`) ?? '', filled);
    at = end;
  }
  return Buffer.from(rows.join(''), 'latin1');
}
