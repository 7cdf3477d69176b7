import { type ReactNode, useId } from 'react';

/** The props that a `Field` passes to its control, to be spread on the input or select. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** What is wrong with the value; announced, and the control is marked invalid. */
  error?: string | undefined;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A label, its control and an error, wired by id: `<Field label="Name">{(c) => <Input {...c} />}</Field>`. */
export function Field({ label, error, className = '', children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-[14px] font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': error ? errorId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="mt-1.5 text-[13.5px] text-red">
          {error}
        </p>
      )}
    </div>
  );
}
