'use client';
import { useCallback, useState } from 'react';
import { useClient } from 'urql';
import { useSession } from '@/components/auth/session-provider';
import { Field, Select } from '@/components/ui/form';
import { BackLink } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { PageTitle } from '@/components/ui/titles';
import { useLoaded } from '@/lib/graphql-client/use-loaded';
import type { Day } from '@/lib/rules/day';
import { lastMonths, type MonthBill, readBill, type WhatIfBill } from './what-if-bill';
import { WhatIfReport } from './what-if-report';

const MONTHS = 13;

interface WhatIfScreenProps {
  /** Prices this person's calls; null: all of the account. */
  ownerId: string | null;
  /** The page with the usage, above this one, and the list of the jobs. */
  usage: { label: string; href: string; base: string };
}

/** The model calls of a month, priced on any model of the catalog. */
export function WhatIfScreen({ ownerId, usage }: WhatIfScreenProps) {
  const [months] = useState(() => lastMonths(MONTHS, new Date()));
  /** Null: last month, or if nothing was called then, this month. */
  const [month, setMonth] = useState<Day | null>(null);
  const [model, setModel] = useState<string | null>(null);
  const client = useClient();
  const read = useCallback(
    () =>
      readBill(client, {
        userId: ownerId,
        months: month === null ? months.slice(0, 2).toReversed() : [month],
        model,
      }),
    [client, ownerId, month, months, model],
  );
  const failure = "The bill couldn't be loaded.";
  const loaded = useLoaded(read, failure);
  const last = useLast(loaded.status === 'ready' ? loaded.data : null);
  const shownMonth = month ?? last?.month ?? months[1] ?? '';
  return (
    <>
      <BackLink href={usage.href}>{usage.label}</BackLink>
      <PageTitle
        note={`${ownerId === null ? 'Model calls' : 'Your model calls'} of a month on another model, by their own token counts. Days are UTC.`}
      >
        What-If Bill
      </PageTitle>
      <div className="mb-6 grid max-w-[640px] gap-x-4 gap-y-3 sm:grid-cols-2">
        <Field label="Month">
          {(control) => (
            <Select {...control} onChange={({ target }) => setMonth(target.value)} value={shownMonth}>
              {months.map((day, index) => (
                <option key={day} value={day}>
                  {monthName(day)}
                  {index === 0 && ' (so far)'}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Priced on">
          {(control) => (
            <Select
              {...control}
              onChange={({ target }) => setModel(target.value || null)}
              value={model ?? ''}
            >
              <option value="">The models that were used</option>
              {modelsOf(last?.bill ?? null, model).map((id) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <p className="mb-5 min-h-[1lh] text-[15px] text-muted" role="status">
        {last && loaded.status !== 'failed' && monthSentence(last, months, month === null)}
      </p>
      {loaded.status === 'failed' && (
        <Failure className="mb-6" message={failure} onRetry={loaded.retry} wait={loaded.wait} />
      )}
      {loaded.status === 'loading' && last === null && <Skeleton className="h-[480px]" />}
      {last && loaded.status !== 'failed' && (
        <div aria-busy={loaded.status === 'loading' || undefined} className="aria-busy:opacity-60">
          <WhatIfReport
            {...last}
            base={usage.base}
            model={model}
            onChoose={setModel}
            usageHref={usage.href}
            userId={ownerId}
          />
        </div>
      )}
    </>
  );
}

/** The last value, while a newer one loads. */
function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

/** In the order of their names; the chosen one also before they're loaded. */
const modelsOf = (bill: WhatIfBill | null, model: string | null): string[] =>
  [...new Set([...(bill?.allModels.map((one) => one.model) ?? []), ...(model ? [model] : [])])].sort();

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthName = (day: Day): string => monthFormat.format(new Date(day));

/** Which month the bill is of, and why it is that one. */
function monthSentence({ month }: MonthBill, [thisMonth, lastMonth]: readonly Day[], isChosenHere: boolean) {
  const days = `The bill of ${monthName(month)}`;
  if (month === lastMonth) return `${days}, last month.`;
  if (month !== thisMonth) return `${days}.`;
  return isChosenHere ? `${days}, so far: no model was called last month.` : `${days}, so far.`;
}

/** The calls of the signed-in person, an admin's too, priced on other models. */
export function MyWhatIfScreen() {
  const { user } = useSession();
  // The guard shows this to signed-in people only.
  if (!user) return null;
  return (
    <WhatIfScreen
      ownerId={user.id}
      usage={{ label: 'Overview', href: '/dashboard', base: '/dashboard/workflows' }}
    />
  );
}
