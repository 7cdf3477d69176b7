'use client';
import { useSearchParams } from 'next/navigation';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/form';
import { limits } from '@/lib/config/limits';
import { addDays, type Day, dayOf, isDay, rangeProblem } from '@/lib/rules/day';

interface RangePickerProps {
  range: ChosenRange;
  onChoose: (range: ChosenRange) => void;
}

const segment =
  'min-h-[34px] max-sm:min-h-[44px] cursor-pointer whitespace-nowrap border-rule border-r px-2.5 text-[14px] sm:px-3 max-[359px]:px-2 forced-colors:aria-pressed:underline text-muted first:rounded-l-control last:rounded-r-control last:border-r-0 hover:text-text aria-pressed:bg-paper-2 aria-pressed:font-semibold aria-pressed:text-text aria-expanded:text-text';

/** Chooses the last 7, 30, or 90 days, or a custom range. */
export function RangePicker({ range, onChoose }: RangePickerProps) {
  const [opened, setOpened] = useState(false);
  const formId = useId();
  const isCustom = 'from' in range;
  return (
    <div className="flex flex-col items-start sm:items-end">
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

/** By this browser's clock, whose today can differ from the server's for a moment. */
function lastDays(days: number): { from: string; to: string } {
  const today = dayOf(new Date());
  return { from: addDays(today, 1 - days), to: today };
}

interface CustomRangeProps {
  id: string;
  /** The days that the form starts with; it follows when they change, for example on Back. */
  days: Days;
  onChoose: (range: ChosenRange) => void;
}

interface Days {
  from: string;
  to: string;
}

type Problems = Partial<Days>;

/** A range of two UTC days; a problem is shown at the day that it concerns. */
function CustomRange({ id, days: { from, to }, onChoose }: CustomRangeProps) {
  const [typed, setTyped] = useState<Days>({ from, to });
  const [problems, setProblems] = useState<Problems>({});
  useEffect(() => setTyped({ from, to }), [from, to]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = dayProblems(typed) ?? rangeProblem(typed.from, typed.to) ?? {};
    setProblems(found);
    const wrong = Object.keys(found)[0];
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    else onChoose(typed);
  };
  const field = (name: keyof Days, label: string) => (
    <Field className="min-w-0 sm:w-[170px]" error={problems[name]} label={label}>
      {(control) => (
        <Input
          {...control}
          name={name}
          onChange={({ target }) => setTyped((before) => ({ ...before, [name]: target.value }))}
          required
          type="date"
          value={typed[name]}
        />
      )}
    </Field>
  );

  return (
    <form
      className="mt-3 grid w-full grid-cols-2 items-start gap-3 max-[359px]:grid-cols-1 sm:flex sm:w-auto"
      id={id}
      noValidate
      onSubmit={submit}
    >
      {field('from', 'From (UTC)')}
      {field('to', 'To, included')}
      <div className="max-sm:col-span-full">
        {/* As high as a label, so that the button lines up with the inputs. */}
        <span aria-hidden="true" className="mb-1.5 block text-[14px] max-sm:hidden">
          &nbsp;
        </span>
        <Button className="max-sm:w-full" type="submit" variant="line">
          Apply
        </Button>
      </div>
    </form>
  );
}

function dayProblems(days: Days): Problems | null {
  const missing = Object.entries(days).filter(([, day]) => !isDay(day));
  return missing.length > 0
    ? Object.fromEntries(missing.map(([name]) => [name, 'Enter a complete date.']))
    : null;
}

/**
 * The range in the page's address, and a way to choose another, which adds a step to the browser's history.
 * @returns `valid` false if the address contains no valid range, and `range` is the default; `named` whether the address
 *   contains any
 */
export function useChosenRange() {
  const query = useSearchParams().toString();
  return useMemo(() => {
    const address = new URLSearchParams(query);
    const read = readRange(address);
    return {
      range: read ?? defaultRange,
      valid: read !== null,
      named: isNamed(address),
      choose: (next: ChosenRange) => {
        // The browser's own address: a second quick press comes before the first is rendered.
        const address = new URLSearchParams(window.location.search);
        const search = writeRange(next, address);
        if (search === address.toString()) return;
        window.history.pushState(null, '', search ? `?${search}` : window.location.pathname);
      },
    };
  }, [query]);
}

/** The ranges up to today that take one press, in days. */
const presets = [7, 30, 90] as const;

/** A number of days up to the server's today, or two UTC days, both included. */
export type ChosenRange = { days: (typeof presets)[number] } | { from: Day; to: Day };

const defaultRange = { days: limits.usage.defaultDays } satisfies ChosenRange;

const names = ['days', 'from', 'to'];

const isNamed = (address: URLSearchParams): boolean => names.some((name) => address.has(name));

/**
 * The range in an address: `?days=7`, or `?from=2026-10-01&to=2026-10-31`; the last 30 days if it contains none.
 * @returns null if the range is invalid
 */
export function readRange(address: URLSearchParams): ChosenRange | null {
  if (!isNamed(address)) return defaultRange;
  const named = names.filter((name) => address.has(name));
  if (named.join() === 'days') {
    const days = presets.find((preset) => String(preset) === address.get('days'));
    return days ? { days } : null;
  }
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  return isDay(from) && isDay(to) && named.join() === 'from,to' && !rangeProblem(from, to)
    ? { from, to }
    : null;
}

/** The query string for a range, with the address's other values; the default range is omitted. */
export function writeRange(range: ChosenRange, address: URLSearchParams): string {
  const next = new URLSearchParams(address);
  for (const name of names) next.delete(name);
  if ('from' in range) {
    next.set('from', range.from);
    next.set('to', range.to);
  } else if (range.days !== defaultRange.days) next.set('days', String(range.days));
  return next.toString();
}
