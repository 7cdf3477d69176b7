'use client';
import { useRef } from 'react';
import { Button, LinkButton } from '@/components/ui/button';
import { type DataColumn, useStyleSheet } from '@/components/ui/column-layout';
import { Checkbox } from '@/components/ui/form';
import type { ListedJob } from './job';

/** A job that is chosen to be compared. */
export type ChosenJob = Pick<ListedJob, 'id' | 'name' | 'createdAt'>;

/** The jobs that are chosen, two at most, whichever of them the list shows; null while none are being chosen. */
export type CompareChoice = readonly ChosenJob[] | null;

interface CompareChoiceProps {
  choice: CompareChoice;
  onChange: (choice: CompareChoice) => void;
}

/** Turns the choice of jobs on and off. */
export function CompareButton({ choice, onChange }: CompareChoiceProps) {
  return (
    <Button onClick={() => onChange(choice ? null : [])} size="small" variant="line">
      {choice ? 'Stop choosing' : 'Compare jobs'}
    </Button>
  );
}

/** A checkbox per job. With two chosen, the others can't be. */
export const compareColumn = (
  choice: readonly ChosenJob[],
  onChange: CompareChoiceProps['onChange'],
): DataColumn<ListedJob> => ({
  ...({ head: 'Compare', bare: true, minWidth: 44, priority: 8, kind: 'actions' } as const),
  cell: (job) => {
    const isChosen = choice.some(({ id }) => id === job.id);
    return (
      <Checkbox
        checked={isChosen}
        disabled={!isChosen && choice.length === 2}
        label={<span className="sr-only">{`Compare ${job.name}, ${job.id}`}</span>}
        name="compare"
        onChange={() => onChange(isChosen ? without(choice, job.id) : [...choice, job])}
        value={job.id}
      />
    );
  },
});

const without = (choice: readonly ChosenJob[], id: string) => choice.filter((job) => job.id !== id);

/** The chosen jobs, in view at the end of the window: they may be on another page of the list, or filtered out. */
export function CompareBar({ base, choice, onChange }: CompareChoiceProps & { base: string }) {
  const bar = useRef<HTMLDivElement>(null);
  // Behind the bar, the focus couldn't be seen.
  useStyleSheet(choice ? 'html { scroll-padding-bottom: 120px }' : '');
  const ordered = (choice ?? []).toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
  const [a, b] = ordered;
  return (
    <div
      className={
        choice
          ? 'sticky bottom-0 z-10 mt-4 flex min-h-[67px] flex-wrap items-center gap-x-4 gap-y-2 border-rule border-t bg-paper px-2 py-2.5 print:hidden'
          : 'sr-only'
      }
      ref={bar}
      tabIndex={-1}
    >
      {/* Always there, because a status that comes with its text isn't read out. */}
      <p className="text-[14.5px] text-muted" role="status">
        {choice &&
          (choice.length === 0 ? 'Choose two jobs to compare.' : `${choice.length} of 2 jobs chosen.`)}
      </p>
      {choice &&
        ordered.map(({ id, name }) => (
          <Button
            aria-label={`Don't compare ${name}, ${id}`}
            className="min-w-0 max-w-[240px] shrink! max-sm:max-w-[40vw]"
            key={id}
            onClick={() => {
              // The button is about to go.
              bar.current?.focus();
              onChange(without(choice, id));
            }}
            size="small"
            title={id}
            variant="line"
          >
            <span className="truncate">{name}</span>
            <span aria-hidden="true">✕</span>
          </Button>
        ))}
      {a && b && (
        <LinkButton className="ml-auto" href={`${base}/compare?${new URLSearchParams({ a: a.id, b: b.id })}`}>
          Compare
        </LinkButton>
      )}
    </div>
  );
}
