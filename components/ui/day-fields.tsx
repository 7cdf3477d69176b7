'use client';
import { useState } from 'react';
import { daysProblem } from '@/lib/validation/audit';
import { useDraft } from './filter-bar';
import { Field, Input } from './form';

interface DayFieldsProps {
  /** The chosen days; null for none. */
  days: Record<'from' | 'to', string | null>;
  problems: Partial<Record<'from' | 'to', string>>;
  onChoose: (name: 'from' | 'to', day: string | null) => void;
  /** How often the filters were cleared. It resets the fields, whose half-typed dates aren't values yet. */
  clearings: number;
}

/** The first and the last UTC day that a list is filtered by; each applies at once. */
export function DayFields({ days, problems, onChoose, clearings }: DayFieldsProps) {
  return (['from', 'to'] as const).map((name) => (
    <DayField
      key={`${name} ${clearings}`}
      label={name === 'from' ? 'From (UTC)' : 'To, included'}
      name={name}
      onChoose={(day) => onChoose(name, day || null)}
      problem={problems[name]}
      value={days[name] ?? ''}
    />
  ));
}

interface DayFieldProps {
  name: 'from' | 'to';
  label: string;
  /** Empty for none. */
  value: string;
  onChoose: (value: string) => void;
  problem: string | undefined;
}

/**
 * A day, applied as soon as it's complete: a year that is being typed goes through 0002 and 0020. An invalid date is
 * reported when the focus leaves the field.
 */
function DayField({ name, label, value, problem, onChoose }: DayFieldProps) {
  const { text, type, ask } = useDraft(value, onChoose);
  /** The problem when the focus left the field, and the day that applied then. */
  const [left, setLeft] = useState<{ value: string; problem: string | undefined }>();
  return (
    <Field error={(left?.value === value && left.problem) || problem} label={label}>
      {(control) => (
        <Input
          {...control}
          name={name}
          onBlur={({ target }) => setLeft({ value, problem: problemOf(target) })}
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
  if (validity.badInput) return 'Enter a complete date.';
  const problem = daysProblem({ from: value || null, to: null });
  return problem && 'from' in problem ? problem.from : undefined;
}
