import { z } from 'zod';
import './zod-in-browsers';
import { limits } from '@/lib/config/limits';
import { optionalLine } from '@/lib/validation/line';

/** Trimmed and in lower case, because the case of an email address doesn't matter. */
export const email = z
  .string('Enter an email address.')
  .trim()
  .toLowerCase()
  .max(limits.email.max, `An email address has at most ${limits.email.max} characters.`)
  .pipe(z.email('Enter a valid email address.'));

const password = z
  .string('Enter a password.')
  .min(limits.password.min, `A password has at least ${limits.password.min} characters.`)
  .max(limits.password.max, `A password has at most ${limits.password.max} characters.`);

const personName = optionalLine('A name', limits.personName.max);

const role = z.enum(['DEVELOPER', 'ADMIN'], 'Choose Developer or Admin.');

/** Scopes as they are sent: null counts as a missing flag. */
export const scopeFlags = z.object({
  read: z.boolean().nullish(),
  write: z.boolean().nullish(),
  admin: z.boolean().nullish(),
});

/** A missing flag counts as false. */
export const scopes = scopeFlags.transform(({ read, write, admin }) => ({
  read: read ?? false,
  write: write ?? false,
  admin: admin ?? false,
}));

export const newUserInput = z.object({
  email,
  password,
  role: role.nullish().transform((chosen) => chosen ?? 'DEVELOPER'),
  first_name: personName.optional(),
  last_name: personName.optional(),
  scopes: scopes.nullish().transform((chosen) => chosen ?? { read: true, write: true, admin: false }),
});

/** A missing field stays as it is; so does an email, role or scopes of null. */
export const userUpdates = z.object({
  email: email.nullish(),
  role: role.nullish(),
  first_name: personName.optional(),
  last_name: personName.optional(),
  scopes: scopes.nullish(),
});

export const profileUpdates = z.object({
  email: email.nullish(),
  first_name: personName.optional(),
  last_name: personName.optional(),
  password: password.nullish(),
});

/** The profile as its form submits it, with all fields. */
export const profileInput = z.object({ email, first_name: personName, last_name: personName });

export type ProfileInput = z.input<typeof profileInput>;
export type ProfileOutput = z.output<typeof profileInput>;

/** A user as an admin's form submits it, with all fields. */
export const userFormInput = z.object({
  email,
  first_name: personName,
  last_name: personName,
  role,
  read: z.boolean(),
  write: z.boolean(),
});

export type UserFormInput = z.input<typeof userFormInput>;
export type UserFormOutput = z.output<typeof userFormInput>;
