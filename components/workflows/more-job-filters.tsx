'use client';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { FilterSelect, SearchField } from '@/components/ui/filter-bar';
import { Checkbox } from '@/components/ui/form';
import { jobErrorCodes } from '@/lib/config/workflow-errors';
import { NO_KEY } from '@/lib/rules/api-key-display';
import { KeyField, useKeyOptions } from './key-filter';
import { filterNames, type JobFilterState, namesIn, unknownFilters } from './use-job-filters';

interface MoreJobFiltersProps {
  state: JobFilterState;
  /** How often the filters were cleared. */
  clearings: number;
}

/** The rarer filters of jobs, folded, and a line for each that applies, whether it has a field or came by a link. */
export function MoreJobFilters({ state, clearings }: MoreJobFiltersProps) {
  const { given, problems, choose } = state;
  const summary = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const { keys, chosenText } = useKeyOptions({
    ownerId: state.ownerId,
    userId: given.userId,
    chosen: given.apiKeyId,
    pause: !open,
  });
  const applied = appliedOf(given, chosenText);
  return (
    <>
      <details
        className="mt-3"
        // A field whose problem has been corrected stays in view.
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        open={open || hasFieldProblem(problems)}
      >
        <summary className="w-fit cursor-pointer rounded-control py-1 text-[14.5px]" ref={summary}>
          More filters
        </summary>
        <RareFields clearings={clearings} keys={keys} state={state} />
      </details>
      {applied.length > 0 && (
        <AppliedFilters
          applied={applied}
          onRemove={(filters) => {
            // The button is about to go.
            summary.current?.focus();
            choose(filters, null);
          }}
        />
      )}
    </>
  );
}

interface RareFieldsProps extends MoreJobFiltersProps {
  keys: ReturnType<typeof useKeyOptions>['keys'];
}

function RareFields({ state: { given, problems, choose }, clearings, keys }: RareFieldsProps) {
  return (
    <>
      <div className="mt-2 grid gap-x-4 gap-y-3.5 sm:grid-cols-2 lg:grid-cols-3">
        <SearchField
          error={problems.model}
          key={`model ${clearings}`}
          label="Model called"
          name="model"
          onSearch={(model) => choose('model', model || null)}
          placeholder="provider/model"
          value={given.model ?? ''}
        />
        <SearchField
          error={problems.metadata}
          key={`metadata ${clearings}`}
          label="Metadata"
          name="metadata"
          onSearch={(property) => choose('metadata', property || null)}
          placeholder="key = value"
          value={given.metadata ?? ''}
        />
        <FilterSelect
          all="Any"
          label="Error code"
          name="failure"
          onChange={(code) => choose('failureCode', code || null)}
          options={codeChoices(given.failureCode)}
          value={given.failureCode ?? ''}
        />
        <KeyField keys={keys} onChoose={(id) => choose('apiKeyId', id)} value={given.apiKeyId ?? ''} />
        <FilterSelect
          all="With or without"
          label="Fallbacks"
          name="fallbacks"
          onChange={(choice) => choose('withFallbacks', choice || null)}
          options={{ yes: 'Had fallbacks', no: 'Had none' }}
          value={given.withFallbacks ?? ''}
        />
        <SearchField
          error={problems.costOver}
          key={`cost ${clearings}`}
          label="Cost over (US$)"
          name="cost"
          onSearch={(cost) => choose('costOver', cost || null)}
          placeholder="0.05"
          value={given.costOver ?? ''}
        />
        <SearchField
          error={problems.durationOver}
          key={`time ${clearings}`}
          label="Ran longer than (seconds)"
          name="time"
          onSearch={(time) => choose('durationOver', time || null)}
          placeholder="30"
          value={given.durationOver ?? ''}
        />
      </div>
      <Checkbox
        checked={given.withBulkRows === 'yes'}
        className="mt-3"
        label="With jobs of bulk rows"
        name="rows"
        onChange={({ target }) => choose('withBulkRows', target.checked ? 'yes' : null)}
      />
    </>
  );
}

const hasFieldProblem = ({ model, metadata, costOver, durationOver }: JobFilterState['problems']): boolean =>
  Boolean(model ?? metadata ?? costOver ?? durationOver);

interface AppliedFilter {
  text: string;
  filters: (keyof JobFilterState['given'])[];
}

interface AppliedFiltersProps {
  applied: AppliedFilter[];
  onRemove: (filters: AppliedFilter['filters']) => void;
}

/** A line for each filter that applies, which removes it. */
function AppliedFilters({ applied, onRemove }: AppliedFiltersProps) {
  return (
    <ul aria-label="Further filters that apply" className="mt-3 flex flex-wrap gap-2">
      {applied.map(({ text, filters }) => (
        <li className="min-w-0 max-w-full" key={text}>
          <Button
            aria-label={`Remove the filter ${text}`}
            className="max-w-full"
            onClick={() => onRemove(filters)}
            size="small"
            variant="line"
          >
            <span className="truncate">{text}</span>
            <span aria-hidden className="ml-2">
              ✕
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function callWords(outcome: string): string {
  if (outcome === 'FAILED') return 'A call failed';
  if (outcome === 'LOST') return 'A call was lost';
  return outcome === 'PASSED_OVER' ? 'A model was passed over' : `A call failed with ${outcome}`;
}

/** The codes to choose from. @param given the one of the address, which may be another */
const codeChoices = (given: string | null): Record<string, string> =>
  Object.fromEntries(
    [...(given === null || jobErrorCodes.includes(given) ? [] : [given]), ...jobErrorCodes].map((code) => [
      code,
      code,
    ]),
  );

/** The filters that apply without a field in view. @param key the API key in words */
function appliedOf(given: JobFilterState['given'], key: string | null): AppliedFilter[] {
  const { errorCode, failureCode, template, model, apiKeyId, withFallbacks, costOver, durationOver } = given;
  const { endedFrom, endedTo, callOutcome } = given;
  const others = namesIn(given.exceptTemplates);
  const ended = [endedFrom && `from ${endedFrom}`, endedTo && `to ${endedTo}`].filter(Boolean).join(' ');
  const applied: [text: string | false | null, ...filters: AppliedFilter['filters']][] = [
    [errorCode && `Failed with ${errorCode}`, 'errorCode'],
    [failureCode && `${failureCode} in the job, a step, or a call`, 'failureCode'],
    [template && `Named ${template}`, 'template'],
    [model && `Called ${model}`, 'model'],
    [given.metadata && `Metadata ${given.metadata}`, 'metadata'],
    [callOutcome && callWords(callOutcome), 'callOutcome'],
    [others && `Not named ${others.join(', ')}`, 'exceptTemplates'],
    [apiKeyId && (apiKeyId === NO_KEY ? 'Without an API key' : `API key ${key}`), 'apiKeyId'],
    [withFallbacks && (withFallbacks === 'no' ? 'No fallbacks' : 'Had fallbacks'), 'withFallbacks'],
    [costOver && `Cost over $${costOver}`, 'costOver'],
    [durationOver && `Ran longer than ${durationOver} s`, 'durationOver'],
    [ended && `Ended ${ended}`, 'endedFrom', 'endedTo'],
    [given.withBulkRows && 'With jobs of bulk rows', 'withBulkRows'],
    [given.onlyExecutions && 'Executions only', 'onlyExecutions'],
  ];
  const unknown = unknownFilters(given);
  return [
    ...unknown.map((filter) => ({
      text: `Unknown ${filterNames[filter]}: ${given[filter]}`,
      filters: [filter],
    })),
    ...applied.flatMap(([text, ...filters]) =>
      text && !filters.some((filter) => unknown.includes(filter)) ? { text, filters } : [],
    ),
  ];
}
