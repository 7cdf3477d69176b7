'use client';

import { type ComponentProps, useState } from 'react';
import { Input } from '@/components/ui/form';

/** A password input whose characters can be shown. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-18" />
      <button
        type="button"
        aria-controls={props.id}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-1 right-1 w-15 cursor-pointer rounded-[4px] text-[13.5px] font-medium text-muted hover:text-text"
      >
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only"> password</span>
      </button>
    </div>
  );
}
