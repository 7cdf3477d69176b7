'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

import { isDay } from '@/lib/calendar/day';
import { rangeProblem } from '@/lib/validation/range-problem';
import type { ChosenRange } from './chosen-range';

interface CustomRangeProps {
  id: string;
  initial: { from: string; to: string };
  onChoose: (range: ChosenRange) => void;
}

type Problems = { from?: string; to?: string };

/** Two UTC days to choose a range by; what is wrong with them is said beside the day that it is wrong at. */
export function CustomRange({ id, initial, onChoose }: CustomRangeProps) {
  const [problems, setProblems] = useState<Problems>({});

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const [from, to] = [String(typed.get('from')), String(typed.get('to'))];
    const found = dayProblems(from, to) ?? rangeProblem(from, to) ?? {};
    setProblems(found);
    const wrong = Object.keys(found)[0];
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    else onChoose({ from, to });
  };

  return (
    <form className="mt-3 flex flex-wrap items-start gap-3" id={id} noValidate onSubmit={submit}>
      <Field error={problems.from} label="From (UTC)">
        {(control) => <Input {...control} defaultValue={initial.from} name="from" required type="date" />}
      </Field>
      <Field error={problems.to} label="To, included">
        {(control) => <Input {...control} defaultValue={initial.to} name="to" required type="date" />}
      </Field>
      <Button className="mt-[25.7px]" type="submit" variant="line">
        Apply
      </Button>
    </form>
  );
}

function dayProblems(from: string, to: string): Problems | null {
  const missing = Object.entries({ from, to }).filter(([, day]) => !isDay(day));
  return missing.length > 0
    ? Object.fromEntries(missing.map(([name]) => [name, 'Enter a whole date.']))
    : null;
}
