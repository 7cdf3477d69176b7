import { Field, Input, Select } from '@/components/ui/form';
import { formatDate } from '@/lib/format/date';
import { addDays, type Day, dayOf, startOfDay } from '@/lib/rules/day';

/** When a new key is to expire: after so many days (`30`), on a day of its own (`custom`), or never (empty). */
export interface Expiry {
  choice: string;
  /** The day for `custom`; empty if none is complete. */
  day: Day;
}

export const noExpiry: Expiry = { choice: '', day: '' };

const periods = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
];

const today = () => dayOf(new Date());

/**
 * The last UTC day on which the key works; null if it never expires.
 * @returns with `problem`, a sentence, if the chosen day can't be used
 */
export function lastDayOf({ choice, day }: Expiry): { day: Day | null; problem: string | null } {
  if (choice !== 'custom') return { day: choice ? addDays(today(), Number(choice)) : null, problem: null };
  if (!day) return { day: null, problem: 'Enter a complete date.' };
  if (day < today()) return { day: null, problem: 'Choose today or a later day.' };
  return { day, problem: null };
}

interface ExpiryFieldProps {
  expiry: Expiry;
  onChange: (expiry: Expiry) => void;
  error: string | undefined;
}

/** Chooses when a new key expires. */
export function ExpiryField({ expiry, onChange, error }: ExpiryFieldProps) {
  return (
    <>
      <Field className="min-w-[190px] max-sm:grow" label="Expires">
        {(control) => (
          <Select
            {...control}
            name="expiry"
            onChange={({ target }) => onChange({ ...expiry, choice: target.value })}
            value={expiry.choice}
          >
            <option value="">Never</option>
            {periods.map(({ days, label }) => (
              <option key={days} value={days}>
                {`${label} (${formatDate(String(startOfDay(addDays(today(), days)).getTime()))})`}
              </option>
            ))}
            <option value="custom">Custom date</option>
          </Select>
        )}
      </Field>
      {expiry.choice === 'custom' && (
        <Field className="min-w-[160px] max-sm:grow" error={error} label="Last day (UTC)">
          {(control) => (
            <Input
              {...control}
              min={today()}
              name="expires_at"
              onChange={({ target }) => onChange({ ...expiry, day: target.value })}
              type="date"
              value={expiry.day}
            />
          )}
        </Field>
      )}
    </>
  );
}
