'use client';
import { useRef } from 'react';
import { Button, LinkButton } from '@/components/ui/button';
import type { ListedJob } from './job';
import { ChoiceBar, choiceColumn } from './job-choice';

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
export const compareColumn = (choice: readonly ChosenJob[], onChange: CompareChoiceProps['onChange']) =>
  choiceColumn({
    ...{ head: 'Compare', name: 'compare', most: 2, chosen: choice.map(({ id }) => id) },
    labelOf: ({ name, id }) => `Compare ${name}, ${id}`,
    onToggle: (job, isChosen) => onChange(isChosen ? [...choice, job] : without(choice, job.id)),
  });

const without = (choice: readonly ChosenJob[], id: string) => choice.filter((job) => job.id !== id);

/** The chosen jobs, each with a button that takes it out. */
export function CompareBar({ base, choice, onChange }: CompareChoiceProps & { base: string }) {
  const bar = useRef<HTMLElement>(null);
  const chosen = choice ?? [];
  const ordered = chosen.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
  const [a, b] = ordered;
  return (
    <ChoiceBar
      isOpen={choice !== null}
      label="Jobs to compare"
      ref={bar}
      status={chosen.length === 0 ? 'Choose two jobs to compare.' : `${chosen.length} of 2 jobs chosen.`}
    >
      {ordered.map(({ id, name }) => (
        <Button
          aria-label={`Don't compare ${name}, ${id}`}
          className="min-w-0 max-w-[240px] shrink! max-sm:max-w-[40vw]"
          key={id}
          onClick={() => {
            // The button is about to go.
            bar.current?.focus();
            onChange(without(chosen, id));
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
    </ChoiceBar>
  );
}
