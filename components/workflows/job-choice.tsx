'use client';
import type { ReactNode, Ref } from 'react';
import { type DataColumn, useStyleSheet } from '@/components/ui/column-layout';
import { Checkbox } from '@/components/ui/form';
import type { ListedJob } from './job';

interface ChoiceColumnOptions {
  head: string;
  /** The name of the checkboxes. */
  name: string;
  labelOf: (job: ListedJob) => string;
  chosen: readonly string[];
  /** With so many chosen, the others can't be. */
  most: number;
  /** Whether a job can be chosen; all can by default. */
  canChoose?: (job: ListedJob) => boolean;
  onToggle: (job: ListedJob, isChosen: boolean) => void;
}

/** A checkbox per job that can be chosen. */
export const choiceColumn = ({
  head,
  name,
  labelOf,
  chosen,
  most,
  canChoose = () => true,
  onToggle,
}: ChoiceColumnOptions): DataColumn<ListedJob> => ({
  ...({ head, bare: true, minWidth: 44, priority: 8, kind: 'actions' } as const),
  cell: (job) => {
    const isChosen = chosen.includes(job.id);
    if (!isChosen && !canChoose(job)) return null;
    return (
      <Checkbox
        checked={isChosen}
        disabled={!isChosen && chosen.length === most}
        label={<span className="sr-only">{labelOf(job)}</span>}
        name={name}
        onChange={() => onToggle(job, !isChosen)}
        value={job.id}
      />
    );
  },
});

interface ChoiceBarProps {
  label: string;
  /** Whether jobs are being chosen. */
  isOpen: boolean;
  status: ReactNode;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** The chosen jobs, in view at the end of the window: they may be on another page of the list, or filtered out. */
export function ChoiceBar({ label, isOpen, status, ref, children }: ChoiceBarProps) {
  // Behind the bar, the focus couldn't be seen.
  useStyleSheet(isOpen ? 'html { scroll-padding-bottom: 120px }' : '');
  return (
    <section
      aria-label={isOpen ? label : undefined}
      className={
        isOpen
          ? 'sticky bottom-0 z-10 mt-4 flex min-h-[67px] flex-wrap items-center gap-x-4 gap-y-2 border-rule border-t bg-paper px-2 py-2.5 print:hidden'
          : 'sr-only'
      }
      ref={ref}
      tabIndex={-1}
    >
      {/* Always there, because a status that comes with its text isn't read out. */}
      <p className="min-w-0 text-[14.5px] text-muted" role="status">
        {isOpen && status}
      </p>
      {isOpen && children}
    </section>
  );
}
