import type { ComponentProps } from 'react';
import { Checkbox } from '@/components/ui/form';
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

const labels: Record<ScopeName, string> = { read: 'Read', write: 'Write', admin: 'Admin' };

interface ScopeFieldsProps<Name extends ScopeName> {
  names: readonly Name[];
  /** The input's props for a scope, as react-hook-form's `register` returns them. */
  register: (name: Name) => ComponentProps<'input'>;
  error?: string | undefined;
  className?: string;
}

/** One checkbox per scope, named as in the API. */
export function ScopeFields<Name extends ScopeName>({
  names,
  register,
  error,
  className = '',
}: ScopeFieldsProps<Name>) {
  return (
    <fieldset className={className}>
      <legend className="mb-1 font-semibold text-[14px]">Scopes</legend>
      <div className="flex flex-wrap gap-x-5">
        {names.map((name) => (
          <Checkbox key={name} label={labels[name]} name={name} {...register(name)} />
        ))}
      </div>
      {error && (
        <p className="mt-1 text-[13.5px] text-red" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
