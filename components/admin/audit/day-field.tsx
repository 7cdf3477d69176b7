'use client';
import { useEffect, useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { auditDaysProblem } from '@/lib/validation/audit';

interface DayFieldProps {
  name: 'from' | 'to';
  label: string;
  /** The chosen day; null for none. */
  value: string | null;
  problem: string | undefined;
  onChoose: (day: string | null) => void;
}

/**
 * A day to choose events by, taken as soon as it is whole: while a year is typed it goes through 0002 and 0020. What
 * is no date is said on leaving the field.
 */
export function DayField({ name, label, value, problem, onChoose }: DayFieldProps) {
  const [typed, setTyped] = useState(value ?? '');
  const [left, setLeft] = useState<string>();
  useEffect(() => {
    setTyped(value ?? '');
    setLeft(undefined);
  }, [value]);

  return (
    <Field error={left ?? problem} label={label}>
      {(control) => (
        <Input
          {...control}
          name={name}
          onBlur={({ target }) => setLeft(problemOf(target))}
          onChange={({ target }) => {
            setTyped(target.value);
            setLeft(undefined);
            if (!problemOf(target)) onChoose(target.value || null);
          }}
          type="date"
          value={typed}
        />
      )}
    </Field>
  );
}

function problemOf({ value, validity }: HTMLInputElement): string | undefined {
  if (validity.badInput) return 'Enter a whole date.';
  const problem = auditDaysProblem({ from: value || null, to: null });
  return problem && 'from' in problem ? problem.from : undefined;
}
