/** As much of urql's CombinedError as is read here; the module stays free of urql. */
interface FailedCall {
  readonly graphQLErrors: readonly { readonly message: string }[];
}

const isFailedCall = (error: unknown): error is FailedCall =>
  typeof error === 'object' &&
  error !== null &&
  'graphQLErrors' in error &&
  Array.isArray(error.graphQLErrors);

/** The server's first error message, a sentence for people; `fallback` where no server has spoken. */
export function errorMessage(error: unknown, fallback: string): string {
  return (isFailedCall(error) && error.graphQLErrors[0]?.message) || fallback;
}
