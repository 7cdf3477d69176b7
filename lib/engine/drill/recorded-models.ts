import type { Basis, TypicalTime } from '@/lib/engine/drill/recorded-calls';
import type { RecordedAttempt } from '@/lib/engine/drill/recorded-job';
import { type Catalog, providerOf } from '@/lib/engine/models/catalog';

/** The providers that were set up when the job ran, as far as its attempts show it. */
export function recordedProviders(
  now: ReadonlySet<string>,
  attempts: readonly RecordedAttempt[],
): ReadonlySet<string> {
  const called = attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER');
  const providers = new Set([...now, ...called.map(({ model }) => providerOf(model))]);
  for (const { code, model } of attempts)
    if (code === 'PROVIDER_NOT_CONFIGURED') providers.delete(providerOf(model));
  return providers;
}

/** The catalog, which knows what the job's attempts show to have been known. */
export function recordedCatalog(catalog: Catalog, attempts: readonly RecordedAttempt[]): Catalog {
  const called = new Set(
    attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER').map(({ model }) => model),
  );
  const unknown = new Set(attempts.filter(({ code }) => code === 'MODEL_UNKNOWN').map(({ model }) => model));
  return {
    models: catalog.models,
    knows: (id) => called.has(id) || (!unknown.has(id) && catalog.knows(id)),
    named: (id) => catalog.named(id),
  };
}

/** A model's usual time, and where it's known from. */
export interface BasedTime {
  basis: Basis;
  time: TypicalTime;
}

interface TimeSources {
  /** Of the job. */
  attempts: readonly RecordedAttempt[];
  /** The usual times of the account's models. */
  measured: ReadonlyMap<string, TypicalTime>;
  catalog: Catalog;
}

/** From the job's own replies, what the account has measured, or the catalog. */
export function typicalTime(model: string, { attempts, measured, catalog }: TimeSources): BasedTime {
  const own = attempts.filter(
    (attempt) => attempt.model === model && attempt.outcome === 'ANSWERED' && attempt.milliseconds !== null,
  );
  const middle = own.toSorted((one, other) => (one.milliseconds ?? 0) - (other.milliseconds ?? 0))[
    Math.floor(own.length / 2)
  ];
  if (middle?.milliseconds != null)
    return {
      basis: 'MEASURED',
      time: { firstTokenMs: middle.firstTokenMs, milliseconds: middle.milliseconds },
    };
  const time = measured.get(model);
  if (time) return { basis: 'MEASURED', time };
  const listed = catalog.models.find(({ id }) => id === model);
  if (listed) return { basis: 'CATALOG', time: { firstTokenMs: null, milliseconds: listed.latencyMs } };
  return { basis: 'UNKNOWN', time: { firstTokenMs: null, milliseconds: 0 } };
}
