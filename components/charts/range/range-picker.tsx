'use client';
import { useId, useState } from 'react';
import { addDays, dayOf } from '@/lib/rules/day';
import { type ChosenRange, presets } from './chosen-range';
import { CustomRange } from './custom-range';

interface RangePickerProps {
  range: ChosenRange;
  onChoose: (range: ChosenRange) => void;
}

const segment =
  'min-h-[34px] cursor-pointer whitespace-nowrap border-rule border-r px-2.5 text-[14px] sm:px-3 forced-colors:aria-pressed:underline text-muted first:rounded-l-control last:rounded-r-control last:border-r-0 hover:text-text aria-pressed:bg-paper-2 aria-pressed:font-semibold aria-pressed:text-text aria-expanded:text-text';

/** Chooses 7, 30 or 90 days up to today, or two days of one's own. */
export function RangePicker({ range, onChoose }: RangePickerProps) {
  const [opened, setOpened] = useState(false);
  const formId = useId();
  const isCustom = 'from' in range;
  return (
    <div className="flex flex-col items-start sm:items-end print:hidden">
      <fieldset className="inline-flex rounded-control border border-rule bg-white">
        <legend className="sr-only">Range</legend>
        {presets.map((days) => (
          <button
            aria-pressed={!isCustom && range.days === days}
            className={segment}
            key={days}
            onClick={() => {
              setOpened(false);
              onChoose({ days });
            }}
            type="button"
          >
            {days} days
          </button>
        ))}
        <button
          aria-controls={opened ? formId : undefined}
          aria-expanded={opened}
          aria-pressed={isCustom}
          className={segment}
          onClick={() => setOpened(!opened)}
          type="button"
        >
          Custom
        </button>
      </fieldset>
      {opened ? (
        <CustomRange id={formId} days={isCustom ? range : lastDays(range.days)} onChoose={onChoose} />
      ) : null}
    </div>
  );
}

/** By this browser's clock: what the server calls today may differ by a day for a moment. */
function lastDays(days: number): { from: string; to: string } {
  const today = dayOf(new Date());
  return { from: addDays(today, 1 - days), to: today };
}
