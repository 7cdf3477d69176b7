import type { Scopes } from '@/lib/config/access';

export type ScopeName = keyof Scopes;

/** Every scope there is, in reading order. */
export const scopeNames = ['read', 'write', 'admin'] as const satisfies readonly ScopeName[];
