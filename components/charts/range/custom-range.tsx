'use client';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

import { isDay } from '@/lib/rules/day';
import { rangeProblem } from '@/lib/validation/range-problem';
import type { ChosenRange } from './chosen-range';

interface CustomRangeProps {
  id: string;
  /** The days to start from; when they change, as by the browser's Back, the form follows. */
  days: Days;
  onChoose: (range: ChosenRange) => void;
}

interface Days {
  from: string;
  to: string;
}

type Problems = Partial<Days>;

/** Two UTC days to choose a range by; what is wrong with them is said beside the day that it is wrong at. */
export function CustomRange({ id, days: { from, to }, onChoose }: CustomRangeProps) {
  const [typed, setTyped] = useState<Days>({ from, to });
  const [problems, setProblems] = useState<Problems>({});
  useEffect(() => setTyped({ from, to }), [from, to]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = dayProblems(typed) ?? rangeProblem(typed.from, typed.to) ?? {};
    setProblems(found);
    const wrong = Object.keys(found)[0];
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    else onChoose(typed);
  };
  const field = (name: keyof Days, label: string) => (
    <Field className="w-[170px]" error={problems[name]} label={label}>
      {(control) => (
        <Input
          {...control}
          name={name}
          onChange={({ target }) => setTyped((before) => ({ ...before, [name]: target.value }))}
          required
          type="date"
          value={typed[name]}
        />
      )}
    </Field>
  );

  return (
    <form className="mt-3 flex flex-wrap items-start gap-3" id={id} noValidate onSubmit={submit}>
      {field('from', 'From (UTC)')}
      {field('to', 'To, included')}
      <div>
        {/* As high as a label, so that the button stands beside the inputs. */}
        <span aria-hidden="true" className="mb-1 block text-[14px] max-sm:hidden">
          &nbsp;
        </span>
        <Button type="submit" variant="line">
          Apply
        </Button>
      </div>
    </form>
  );
}

function dayProblems(days: Days): Problems | null {
  const missing = Object.entries(days).filter(([, day]) => !isDay(day));
  return missing.length > 0
    ? Object.fromEntries(missing.map(([name]) => [name, 'Enter a whole date.']))
    : null;
}
