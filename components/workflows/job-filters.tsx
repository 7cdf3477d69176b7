'use client';
import type { ReactNode } from 'react';
import { DayFields } from '@/components/ui/day-fields';
import { FilterSelect, SearchField } from '@/components/ui/filter-bar';
import { jobStateChoices } from './job';
import { MoreJobFilters } from './more-job-filters';
import type { JobFilterState } from './use-job-filters';

interface JobFilterFieldsProps {
  state: JobFilterState;
  /** How often the filters were cleared. It resets the typed ones, whose text may not apply yet. */
  clearings: number;
  /** Chooses the person who started the jobs; undefined if there is no choice. */
  starterField?: ReactNode;
}

/** Filters jobs; each choice applies at once, and words after a pause in typing. Rarer filters are folded. */
export function JobFilterFields({ state, clearings, starterField }: JobFilterFieldsProps) {
  const { filters, given, problems, choose } = state;
  return (
    <>
      <div
        className={`grid grid-cols-2 gap-x-4 gap-y-3.5 max-sm:[&>*:not(:nth-last-child(-n+2))]:col-span-2 max-[359px]:[&>*]:col-span-2 ${starterField ? 'max-xl:[&>:nth-child(3)]:col-span-2 xl:grid-cols-[160px_minmax(0,1fr)_minmax(0,1.2fr)_160px_160px]' : 'lg:grid-cols-[180px_minmax(0,1fr)_170px_170px]'}`}
      >
        <FilterSelect
          all="All statuses"
          label="Status"
          name="status"
          onChange={(status) => choose('status', status.toLowerCase() || null)}
          options={jobStateChoices}
          value={filters.awaitsApproval ? 'WAITING' : (filters.status ?? '')}
        />
        <SearchField
          key={`name ${clearings}`}
          label="Search"
          name="name"
          onSearch={(words) => choose('search', words || null)}
          placeholder="Name, ID, key, model, error, metadata"
          value={given.search ?? ''}
        />
        {starterField}
        <DayFields clearings={clearings} days={given} onChoose={choose} problems={problems} />
      </div>
      <MoreJobFilters clearings={clearings} state={state} />
    </>
  );
}
