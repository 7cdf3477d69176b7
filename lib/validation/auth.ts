import { z } from 'zod';
import { limits } from '@/lib/config/limits';

/** What signing in takes; the form and the server use the same rule. The address is the same whatever its case. */
export const signInInput = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Enter your e-mail address.')
    .max(limits.email.max, `An e-mail address has at most ${limits.email.max} characters.`),
  password: z
    .string()
    .min(1, 'Enter your password.')
    .max(limits.password.max, `A password has at most ${limits.password.max} characters.`),
});

export type SignInInput = z.infer<typeof signInInput>;
