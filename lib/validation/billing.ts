import { z } from 'zod';
import './zod-in-browsers';
import { limits } from '@/lib/config/limits';
import { country } from '@/lib/validation/country';
import { optionalLine } from '@/lib/validation/line';
import { email } from '@/lib/validation/users';

const text = optionalLine('A billing field', limits.billingField.max).optional();

/** A field omitted stays as it is; null or an empty one is cleared. */
export const billingProfileInput = z.object({
  full_name: text,
  email: z
    .string()
    .trim()
    .pipe(z.union([z.literal('').transform(() => null), email], 'Enter a valid email address.'))
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
  country: country.optional(),
  phone_number: text,
});

/** The changed fields, as they will be stored. */
export type BillingChanges = z.output<typeof billingProfileInput>;
