import type { CombinedError } from 'urql';

/** The server's first error message, a sentence for people; `fallback` where no server has spoken. */
export function errorMessage(error: CombinedError | undefined, fallback: string): string {
  const message: unknown = error?.graphQLErrors[0]?.message;
  return typeof message === 'string' && message !== '' ? message : fallback;
}
