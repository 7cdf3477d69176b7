import { z } from 'zod';
import { limits } from '@/lib/config/limits';
import { email } from '@/lib/validation/users';

/** Trimmed; an empty field is stored as none. */
const text = z
  .string()
  .trim()
  .max(limits.billingField.max, `A billing field has at most ${limits.billingField.max} characters.`)
  .refine((value) => !/\p{Cc}/u.test(value), 'A billing field has no line breaks or control characters.')
  .transform((value) => value || null)
  .nullable()
  .optional();

/** A field left out stays as it is; null or an empty one is cleared. */
export const billingProfileInput = z.object({
  full_name: text,
  email: z
    .union([z.literal('').transform(() => null), email], 'Enter a valid e-mail address.')
    .nullable()
    .optional(),
  company_name: text,
  tax_id: text,
  tax_id_label: text,
  address_line1: text,
  address_line2: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
  phone_number: text,
});
