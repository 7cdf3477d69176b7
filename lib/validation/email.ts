import { z } from 'zod';
import './zod-in-browsers';
import { contactRecipient, waitlistPlans } from '@/lib/config/email-templates';
import { limits } from '@/lib/config/limits';
import { isVisible, line } from '@/lib/validation/line';

/** The contact form's one message, whatever is wrong with it (docs/product.md, "Contact"). */
export const contactRefusal = 'Please provide a valid name, email, and message.';

/** Cuts text to a number of UTF-16 units, as `maxLength` counts them, without splitting a character. */
const cut = (text: string, max: number) => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/** Text of several lines, trimmed; line breaks and tabs are its only control characters, and there is no lone surrogate. */
const paragraphs = z
  .string()
  .trim()
  .refine((text) => !/[^\P{Cc}\r\n\t]|\p{Cs}/u.test(text), 'Remove the control characters from the text.');

// docs/product.md, "Waitlist": an email-type check means the check of a browser's own input.
const waitlistFields = {
  name: line('A name', limits.waitlist.name).refine(isVisible, 'Enter your name.'),
  email: z
    .string()
    .trim()
    .max(limits.email.max, `An email address has at most ${limits.email.max} characters.`)
    .pipe(z.email({ pattern: z.regexes.html5Email, error: 'Enter a valid email address.' })),
  company: line('A company', limits.waitlist.company),
  use_case: paragraphs.max(
    limits.waitlist.useCase,
    `A use case has at most ${limits.waitlist.useCase} characters.`,
  ),
  plan: z.enum(waitlistPlans, 'Choose a plan from the list.'),
};

const contactFields = {
  name: z
    .string()
    .transform((name) => cut(name.trim(), limits.contact.name))
    .pipe(line('A name', limits.contact.name).refine(isVisible)),
  // docs/product.md, "Contact": non-space text, one @, a dot-separated domain. Invisible characters aren't text.
  email: z
    .string()
    .trim()
    .max(limits.email.max)
    .regex(/^[^\s@\p{C}]+@[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u),
  message: paragraphs
    .transform((message) => cut(message, limits.contact.message.max))
    .pipe(z.string().min(limits.contact.message.min).refine(isVisible)),
};

/** The fields of the waitlist dialog; company and use_case may be empty (docs/product.md, "Waitlist"). */
export const waitlistRequest = z.object(waitlistFields);
export type WaitlistRequest = z.output<typeof waitlistRequest>;

/** The fields of the contact form without its honeypot (docs/product.md, "Contact"); overlong text is cut. */
export const contactMessage = z.object(contactFields);

/** The fields of each email's template (docs/product.md, "Email"), with the same bounds as its form. */
export const templateParams = {
  WAITLIST: z.strictObject({
    user_name: waitlistFields.name,
    user_email: waitlistFields.email,
    company: waitlistFields.company.default(''),
    use_case: waitlistFields.use_case.default(''),
    plan: waitlistFields.plan,
  }),
  CONTACT: z.strictObject({
    user_name: contactFields.name,
    user_email: contactFields.email,
    message: contactFields.message,
    to_name: z.literal(contactRecipient),
  }),
};
