'use client';
import { useState } from 'react';
import { useClient } from 'urql';
import { rowCount } from '@/components/bulk/bulk-run';
import { Button } from '@/components/ui/button';
import { Field, Input, Select } from '@/components/ui/form';
import { useNavigation } from '@/components/ui/navigation-provider';
import { Outcome } from '@/components/ui/outcome';
import { useStartOnce } from '@/components/workflows/use-start-once';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type RunDraft, type RunInput, readLines, type TryChoice } from './run-draft';
import type { BulkPlan } from './use-plan';

const startMutation = graphql(`
  mutation StartBulkRun($input: StartBulkWorkflowInput!, $key: String!) {
    startBulkWorkflow(input: $input, idempotencyKey: $key) {
      id
    }
  }
`);

/** How many rows are tried. */
const TRIED = 5;

const choices: Readonly<Record<TryChoice, string>> = {
  FIRST: 'The first five rows',
  SPREAD: 'Five rows from the whole file',
  LINES: 'Rows by line',
};

interface StartButtonsProps {
  run: RunInput;
  /** The plan of this input; null while there is none. */
  plan: BulkPlan | null;
  draft: RunDraft;
  onChange: (part: Partial<RunDraft>) => void;
}

/** Tries some rows first, or runs all. */
export function StartButtons({ run: { input }, plan, draft, onChange }: StartButtonsProps) {
  const client = useClient();
  const { push } = useNavigation();
  const { pending, result, clear, start: startOnce } = useStartOnce<'try' | 'all'>();
  const [linesFault, setLinesFault] = useState<string>();
  const canStart = input !== null && plan !== null && plan.rowCount > 0 && pending === null;

  const start = async (which: 'try' | 'all') => {
    if (!canStart) return;
    const tried = which === 'try' ? triedRows(draft) : {};
    if (tried === null) {
      clear();
      return setLinesFault('Enter line numbers, such as 2, 5, 9.');
    }
    setLinesFault(undefined);
    const whole = { ...input, ...tried };
    await startOnce(which, JSON.stringify(whole), async (key) => {
      const failure = "The run's start wasn't confirmed. Try again: it starts once.";
      const { startBulkWorkflow } = await sendMutation(client, startMutation, { input: whole, key }, failure);
      push(`/dashboard/workflows/bulk/${startBulkWorkflow.id}`);
    });
  };
  const button = (which: 'try' | 'all') => ({
    // Not disabled while it starts, so that it keeps the focus.
    'aria-busy': pending === which || undefined,
    'aria-disabled': !canStart || undefined,
    className: 'aria-disabled:cursor-not-allowed aria-disabled:opacity-60 max-sm:grow',
    onClick: () => start(which),
  });
  return (
    <div className="mt-4 border-rule border-t pt-4">
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Field label="Try first">
          {(control) => (
            <Select
              {...control}
              name="tryChoice"
              onChange={({ target }) => onChange({ tryChoice: target.value as TryChoice })}
              value={draft.tryChoice}
            >
              {Object.entries(choices).map(([choice, text]) => (
                <option key={choice} value={choice}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {draft.tryChoice === 'LINES' && (
          <Field error={linesFault} label="Lines">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                inputMode="numeric"
                name="tryLines"
                onChange={({ target }) => {
                  setLinesFault(undefined);
                  onChange({ tryLines: target.value });
                }}
                placeholder="2, 5, 9"
                value={draft.tryLines}
              />
            )}
          </Field>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button {...button('try')}>
          {pending === 'try'
            ? 'Starting...'
            : draft.tryChoice === 'LINES'
              ? 'Try these rows'
              : 'Try five rows'}
        </Button>
        <Button {...button('all')} variant="line">
          {pending === 'all' ? 'Starting...' : `Run all${plan ? ` ${rowCount(plan.rowCount)}` : ''}`}
        </Button>
      </div>
      <p className="mt-2 text-[14px] text-muted">
        After a try, the run waits. You see what it cost, and start the other rows with one press.
      </p>
      <Outcome className="mt-3 empty:hidden" result={result} />
    </div>
  );
}

/** Which rows to try; null if the lines can't be read. */
function triedRows({ tryChoice, tryLines }: RunDraft) {
  if (tryChoice !== 'LINES') return { tryRows: TRIED, trySelection: tryChoice };
  const lines = readLines(tryLines);
  return lines && { tryLines: lines };
}
