import { config } from 'zod';

// The policy of pages forbids code made from text. Zod would try whether it is allowed, and browsers report the attempt.
// This is imported for its effect: bundlers omit what isn't used of zod only if it is imported directly.
if (typeof window !== 'undefined') config({ jitless: true });
