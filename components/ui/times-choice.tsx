'use client';
import { useId } from 'react';
import { chooseTimes, type Times } from '@/lib/format/times';
import { useTimes } from './use-times';

const choices: Record<Times, string> = { utc: 'UTC', local: 'Local' };

/** In which time zone the consoles show times, for ink backgrounds. Days of usage stay UTC. */
export function TimesChoice() {
  const name = useId();
  const times = useTimes();
  return (
    <fieldset className="flex items-center justify-between gap-4 py-1.5 text-[15px] folded:justify-start">
      <legend className="float-left text-on-ink-muted">Times</legend>
      <div className="flex rounded-control border border-rule-dark p-0.5">
        {(Object.keys(choices) as Times[]).map((choice) => (
          <label
            className="cursor-pointer rounded-[4px] px-2.5 py-1 font-semibold text-[13px] text-on-ink-muted leading-[1.4] has-checked:bg-ink-3 has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-signal hover:text-white"
            key={choice}
          >
            <input
              checked={times === choice}
              className="sr-only"
              name={name}
              onChange={() => chooseTimes(choice)}
              type="radio"
            />
            {choices[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
