'use client';
import type { ReactNode } from 'react';
import { Moment } from '@/components/ui/moment';
import { formatCount } from '@/lib/format/number';
import { differenceOf, modelOf, timeOf } from './compare-jobs';
import { jobStateWords, stepStateWords } from './job';
import { formatCost, formatDuration } from './measures';
import type { ComparedJob, ComparedJobStep } from './use-compared-job';

/** A line of a comparison: a measure of both, and how it changed. */
export interface Measure {
  name: string;
  a: ReactNode;
  b: ReactNode;
  change: ReactNode;
}

interface CompareTableProps {
  /** Names the table for screen readers. */
  label: string;
  heads?: readonly [ReactNode, ReactNode];
  measures: readonly Measure[];
}

/** Measures of two jobs or steps in columns, which a phone shows too. */
export function CompareTable({ label, heads = ['A', 'B'], measures }: CompareTableProps) {
  const cell = 'wrap-anywhere py-2 pr-2 align-top last:pr-0 sm:pr-3';
  return (
    <table aria-label={label} className="w-full table-fixed text-[14px] tabular-nums max-sm:text-[13px]">
      <thead>
        <tr className="border-rule border-b text-left text-[13px] text-muted">
          <th className={`${cell} w-[21%] font-normal`} scope="col">
            <span className="sr-only">Measure</span>
          </th>
          {[...heads, 'Change'].map((head, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
            <th className={`${cell} font-normal`} key={index} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-rule">
        {measures.map(({ name, a, b, change }) => (
          <tr key={name}>
            <th className={`${cell} text-left font-normal text-muted`} scope="row">
              {name}
            </th>
            <td className={cell}>{a}</td>
            <td className={cell}>{b}</td>
            <td className={cell}>{change}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const measuresOfJobs = (a: ComparedJob, b: ComparedJob): Measure[] => [
  words('Status', jobStateWords(a), jobStateWords(b)),
  {
    ...{ name: 'Started', a: started(a), b: started(b) },
    change: changeOf(startOf(a), startOf(b), formatDuration, false),
  },
  amount('Time', timeOf(a), timeOf(b), formatDuration),
  amount('Cost', a.cost, b.cost, formatCost, 'unknown'),
  amount('Tokens in', Number(a.tokensIn), Number(b.tokensIn), formatCount),
  amount('Tokens out', Number(a.tokensOut), Number(b.tokensOut), formatCount),
  amount('Attempts', a.attempts, b.attempts, formatCount),
];

const startOf = ({ startedAt }: ComparedJob): number | null =>
  startedAt === null ? null : Number(startedAt);

const started = ({ startedAt }: ComparedJob): ReactNode => (
  <span className="flex flex-wrap gap-x-2">
    <Moment at={startedAt} inline missing="Not yet" />
  </span>
);

/** Nothing has changed in a step that only one job has. */
export const measuresOfSteps = (a: ComparedJobStep | null, b: ComparedJobStep | null): Measure[] =>
  a && b ? stepMeasures(a, b) : stepMeasures(a, b).map((measure) => ({ ...measure, change: '—' }));

const stepMeasures = (a: ComparedJobStep | null, b: ComparedJobStep | null): Measure[] => [
  words('Status', statusOf(a), statusOf(b)),
  words('Model', a && modelOf(a), b && modelOf(b)),
  amount('Time', a && timeOf(a), b && timeOf(b), formatDuration),
  amount('Cost', a?.cost, b?.cost, formatCost, 'unknown'),
  amount('Tokens in', a && Number(a.tokensIn), b && Number(b.tokensIn), formatCount),
  amount('Tokens out', a && Number(a.tokensOut), b && Number(b.tokensOut), formatCount),
];

const statusOf = (step: ComparedJobStep | null): string | null =>
  step && (step.reusedFrom === null ? stepStateWords(step) : `${stepStateWords(step)}, reused`);

const words = (name: string, a: string | null | undefined, b: string | null | undefined): Measure => ({
  ...{ name, a: a ?? '—', b: b ?? '—' },
  change: (a ?? null) === (b ?? null) ? 'Same' : 'Changed',
});

/** @param missing for an amount that isn't known; an undefined one is of no step, and a dash */
function amount(
  name: string,
  a: number | null | undefined,
  b: number | null | undefined,
  format: (value: number) => string,
  missing = '—',
): Measure {
  const written = (value: number | null | undefined) => {
    if (value === undefined) return '—';
    return value === null ? missing : format(value);
  };
  return { name, a: written(a), b: written(b), change: changeOf(a, b, format) };
}

function changeOf(
  a: number | null | undefined,
  b: number | null | undefined,
  format: (value: number) => string,
  hasShare = true,
): string {
  const { change, share } = differenceOf(a, b);
  if (change === null) return '—';
  if (change === 0) return 'Same';
  const sign = change > 0 ? '+' : '−';
  const percent = share === null || !hasShare ? '' : ` (${sign}${formatCount(Math.abs(share) * 100)}%)`;
  return `${sign}${format(Math.abs(change))}${percent}`;
}
