import type { ComponentProps } from 'react';
import { Checkbox } from '@/components/ui/form';
import type { ScopeName } from './scope-words';

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
