'use client';
import { useId, useState } from 'react';
import { type ChosenRange, presets } from './chosen-range';
import { CustomRange } from './custom-range';

interface RangePickerProps {
  range: ChosenRange;
  onChoose: (range: ChosenRange) => void;
  /** First and last day of what is shown: what the custom range starts from. Null before anything is. */
  shown: { from: string; to: string } | null;
}

const segment =
  'h-[34px] cursor-pointer border-rule border-r px-3 text-[14px] text-muted first:rounded-l-control last:rounded-r-control last:border-r-0 hover:text-text aria-pressed:bg-paper-2 aria-pressed:font-semibold aria-pressed:text-text';

/** Chooses 7, 30 or 90 days up to today, or two days of one's own. */
export function RangePicker({ range, onChoose, shown }: RangePickerProps) {
  const [opened, setOpened] = useState(false);
  const formId = useId();
  const isCustom = 'from' in range;
  return (
    <div className="print:hidden">
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
      {opened ? <CustomRange id={formId} initial={isCustom ? range : shown} onChoose={onChoose} /> : null}
    </div>
  );
}
