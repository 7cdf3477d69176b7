import { z } from 'zod';

/** What signing in takes; the form and the server use the same rule. */
export const signInInput = z.object({
  email: z
    .string()
    .trim()
    .min(1, 'Enter your email address.')
    .max(254, 'An email address has at most 254 characters.'),
  password: z.string().min(1, 'Enter your password.').max(256, 'A password has at most 256 characters.'),
});

export type SignInInput = z.infer<typeof signInInput>;
