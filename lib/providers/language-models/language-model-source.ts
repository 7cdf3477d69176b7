import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';

/** Everything that is particular to a provider. */
export interface LanguageModelSource {
  /** The first part of its models' names. */
  name: string;
  /** One of its models, which calls through `fetch`. */
  model(name: string, fetch: typeof globalThis.fetch): LanguageModelV4;
  /** Only the operator may see these: the key, and where it is sent. */
  hidden: readonly string[];
  /** Marks in the event that ends a reply, as `providerFetch` takes them. */
  replyEnds: readonly string[];
  /** Whether its servers have words of their own for the end of a complete reply. */
  endsInOwnWords?: boolean;
  /** When to call again, in milliseconds from now, if a failed response says so in addition to `Retry-After`. */
  retryAfterMs?(headers: Record<string, string>, body: string): number | null;
  /** Whether an error of its package, which has no type of its own, means an event that can't be read. */
  isUnreadable?(error: Error): boolean;
  /** Further options of its package. @param isStrict whether the reply is held to a schema in the strict form */
  options?(isStrict: boolean): LanguageModelV4CallOptions['providerOptions'];
}
