'use client';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useDraft } from '@/components/ui/use-draft';
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
  const known = value ?? '';
  const { text, type, ask } = useDraft(known, (day) => onChoose(day || null));
  /** What was wrong when the field was left, beside the day that counted then. */
  const [left, setLeft] = useState<{ known: string; problem: string | undefined }>();

  return (
    <Field error={(left?.known === known && left.problem) || problem} label={label}>
      {(control) => (
        <Input
          {...control}
          name={name}
          onBlur={({ target }) => setLeft({ known, problem: problemOf(target) })}
          onChange={({ target }) => {
            type(target.value);
            setLeft(undefined);
            if (!problemOf(target)) ask(target.value);
          }}
          type="date"
          value={text}
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
