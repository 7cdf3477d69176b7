import { CombinedError } from 'urql';
import { rateLimitOf } from './rate-limit-of';

/** How long to wait, in the server's words, where it took no more calls; null where a call failed for another reason. */
export const waitSentence = (error: unknown): string | null =>
  error instanceof CombinedError ? (rateLimitOf(error.graphQLErrors)?.message ?? null) : null;
