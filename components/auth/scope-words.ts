import type { Scopes } from '@/lib/config/access';

export type ScopeName = keyof Scopes;

/** Every scope there is, in reading order. */
export const scopeNames = ['read', 'write', 'admin'] as const satisfies readonly ScopeName[];

/** The scopes that are true, in words: `read, write`; `none` if none is. */
export function scopeWords(scopes: Record<ScopeName, boolean>): string {
  return scopeNames.filter((name) => scopes[name]).join(', ') || 'none';
}

/** Only the flags that are true, as they are sent (docs/product.md, "API keys"). */
export function trueScopes(scopes: Partial<Record<ScopeName, boolean>>): Partial<Record<ScopeName, true>> {
  return Object.fromEntries(scopeNames.filter((name) => scopes[name]).map((name) => [name, true]));
}
