'use client';
import { useEffect, useRef } from 'react';
import { Button } from './button';

type SubmitButtonProps = { pending: boolean; label: string; pendingLabel: string };

/** Submits its form; while that is under way it says so, cannot be pressed, and gets back the focus this costs it. */
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
