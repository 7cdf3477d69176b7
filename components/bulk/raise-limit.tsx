'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/form';
import { formatCost, formatEstimate } from '@/components/workflows/measures';
import type { BulkRun } from './bulk-run';

interface RaiseLimitProps {
  run: BulkRun;
  /** Its further action, in words that follow others: `run 7 rows` */
  label: string;
  pending: boolean;
  /** @param limit US dollars, above what the run has cost */
  onRaise: (limit: number) => void;
}

/** Continues a run that has cost as much as it may, with a higher limit. */
export function RaiseLimit({ run: { cost, expectedCost }, label, pending, onRaise }: RaiseLimitProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const raise = () => {
    const limit = Number(text.trim() || Number.NaN);
    if (Number.isFinite(limit) && limit > (cost ?? 0)) onRaise(limit);
    else setFault(`Enter an amount of more than ${formatCost(cost)}, which the rows have cost so far.`);
  };
  return (
    <form
      className="mt-3 grid max-w-[440px] gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        raise();
      }}
    >
      <Field
        error={fault}
        hint={expectedCost !== null && `All rows are expected to cost ${formatEstimate(expectedCost)}.`}
        label="New limit in all (USD)"
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            inputMode="decimal"
            name="newLimit"
            onChange={({ target }) => {
              setFault(undefined);
              setText(target.value);
            }}
            value={text}
          />
        )}
      </Field>
      <Button
        aria-busy={pending || undefined}
        aria-disabled={pending || undefined}
        className="h-auto! min-h-[46px] w-fit whitespace-normal! py-1.5 aria-disabled:opacity-60"
        type="submit"
      >
        Raise limit, {label}
      </Button>
    </form>
  );
}
