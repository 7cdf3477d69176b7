import { z } from 'zod';
import './zod-in-browsers';
import { limits } from '@/lib/config/limits';

/** The input of a sign-in, for the form and the server alike. The case of the email address doesn't matter. */
export const signInInput = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Enter your email address.')
    .max(limits.email.max, `An email address has at most ${limits.email.max} characters.`),
  password: z
    .string()
    .min(1, 'Enter your password.')
    .max(limits.password.max, `A password has at most ${limits.password.max} characters.`),
});

export type SignInInput = z.infer<typeof signInInput>;
