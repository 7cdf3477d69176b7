import type { GraphQLField } from 'graphql';

/**
 * The access that a root field declares its caller must have: one of lib/config/access.ts, or `anyone`.
 * @throws Error for a field that declares nothing
 */
export function accessOf({ name, extensions }: GraphQLField<unknown, unknown>): string {
  const options = extensions.pothosOptions as { authScopes?: { access?: string; anyone?: true } } | undefined;
  const access = options?.authScopes?.access ?? (options?.authScopes?.anyone && 'anyone');
  if (!access) throw new Error(`${name} doesn't declare who may call it.`);
  return access;
}
