'use client';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button';
import { Outcome, type Result } from './outcome';

/** The props that a `Field` passes to its control, to be spread on the input or select. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** Why the value is invalid; announced, and the control is marked invalid. */
  error?: string | undefined;
  /** A help for entering the value; below the control. */
  hint?: ReactNode;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A label, its control and an error, wired by id: `<Field label="Name">{(c) => <Input {...c} />}</Field>`. */
export function Field({ label, error, hint, className = '', children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-[14px] font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="mt-1.5 text-[13.5px] text-red">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1 text-[13.5px] text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The looks that text inputs and selects share. */
const controlLook =
  'block h-[42px] w-full rounded-control border border-control bg-white px-3 text-[16px] font-normal text-text placeholder:text-muted disabled:cursor-not-allowed disabled:bg-paper-2 disabled:text-muted aria-invalid:border-red aria-invalid:focus-visible:outline-red aria-invalid:focus-visible:-outline-offset-1';

/** A native input with the product's looks. */
export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={`${controlLook} read-only:bg-paper-2 ${className}`} />;
}

/** A native select with the product's looks; its options are its children. */
export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select {...rest} className={`${controlLook} cursor-pointer appearance-none pr-9 ${className}`} />
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="pointer-events-none absolute top-1/2 right-3 size-3 -translate-y-1/2 text-muted"
      >
        <path d="m2 4.2 4 4 4-4" />
      </svg>
    </span>
  );
}

/** A native textarea with the product's looks, three lines high unless a class says more. */
export function Textarea({ className = 'min-h-[92px]', ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={`${controlLook} resize-y py-2 leading-[1.5] ${className}`} />;
}

/** A native checkbox and its label, in one target that is large enough to hit. */
export function Checkbox({ label, className = '', ...rest }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label
      className={`inline-flex min-h-[34px] cursor-pointer items-center gap-2 text-[15px] has-disabled:cursor-not-allowed has-disabled:text-muted ${className}`}
    >
      <input {...rest} className="size-4.5 cursor-[inherit] accent-signal-ink" type="checkbox" />
      {label}
    </label>
  );
}

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

type SubmitRowProps = {
  label: string;
  pendingLabel: string;
  pending: boolean;
  result: Result | null;
  /** The id of the result, for the control that it is about. */
  resultId?: string;
};

/** The end of a form: its button, and how the last submit went. */
export function SubmitRow({ result, resultId, ...button }: SubmitRowProps) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <SubmitButton {...button} />
      <Outcome className="wrap-anywhere min-w-0" id={resultId} result={result} />
    </div>
  );
}

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
