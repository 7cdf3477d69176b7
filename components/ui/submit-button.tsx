'use client';
import { useEffect, useRef } from 'react';
import { Button } from './button';

type SubmitButtonProps = { pending: boolean; label: string; pendingLabel: string };

/** Submits its form; while that runs it says so, is disabled, and gets the focus back afterwards. */
export function SubmitButton({ pending, label, pendingLabel }: SubmitButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!pending) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus();
    };
  }, [pending]);
  return (
    <Button className="min-w-[156px]" pending={pending} ref={button} type="submit">
      {pending ? pendingLabel : label}
    </Button>
  );
}
