import { addDays, type Day, dayOf } from '@/lib/rules/day';
import type { SqlQueries } from '@/lib/server/database/database';
import type { RowValue } from '@/lib/server/database/dialect';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { AttemptOutcome } from '@/prisma/generated/prisma/client';
import { otherModel } from './meter-calls';
import { addToSums } from './meter-executions';

/** How a call of a job ended, or that a model was skipped. */
export interface EndedCall {
  accountId: string;
  userId: string;
  /** The job's name. */
  workflow: string;
  /** `provider/model`. */
  model: string;
  outcome: AttemptOutcome;
  code: string | null;
  /** Null if it isn't known. */
  milliseconds: number | null;
  /** Nano-dollars; null if the model's price isn't known. */
  costNanos: number | null;
}

/** A step that a model completed after other models had failed. */
export type Fallback = Pick<EndedCall, 'accountId' | 'userId' | 'workflow' | 'model'>;

const dailyModelCalls = {
  key: ['accountId', 'userId', 'workflow', 'day', 'model', 'outcome', 'code', 'milliseconds'],
  sums: ['calls', 'costNanos', 'unknownCosts', 'fallbacks'],
};

type Sums = Record<'calls' | 'costNanos' | 'unknownCosts' | 'fallbacks', number>;

/**
 * Adds ended calls to those of a UTC day, in the given transaction: to the account's, the workflow's, and the user's of
 * the workflow. So a reader's time doesn't grow with the number of calls. A call without a reply
 * costs nothing, and callers can invent names, so calls of models that may not exist are counted together.
 */
export async function meterModelCalls(
  tx: SqlQueries,
  { now, listedModels }: Pick<ServerContext, 'now' | 'listedModels'>,
  calls: readonly EndedCall[],
  fallbacks: readonly Fallback[] = [],
): Promise<void> {
  const rows = new Map<string, { key: RowValue[]; sums: Sums }>();
  const day = dayOf(now());
  const exists = await existingModels(tx, day, calls, listedModels);
  const add = (call: Omit<EndedCall, 'costNanos'>, added: Sums) => {
    for (const key of keysOf(day, call)) {
      const id = JSON.stringify(key);
      const sums = rows.get(id)?.sums ?? { calls: 0, costNanos: 0, unknownCosts: 0, fallbacks: 0 };
      sums.calls += added.calls;
      sums.costNanos += added.costNanos;
      sums.unknownCosts += added.unknownCosts;
      sums.fallbacks += added.fallbacks;
      rows.set(id, { key, sums });
    }
  };
  for (const call of calls) {
    const { costNanos } = call;
    const model = exists(call) ? call.model : otherModel(call.model);
    const unknownCosts = costNanos === null ? 1 : 0;
    add({ ...call, model }, { calls: 1, costNanos: costNanos ?? 0, unknownCosts, fallbacks: 0 });
  }
  for (const step of fallbacks)
    add(
      { ...step, outcome: 'ANSWERED', code: null, milliseconds: null },
      { calls: 0, costNanos: 0, unknownCosts: 0, fallbacks: 1 },
    );
  if (rows.size === 0) return;
  const values = [...rows.values()].map(({ key, sums: { calls, costNanos, unknownCosts, fallbacks } }) => [
    ...key,
    ...[calls, costNanos, unknownCosts, fallbacks],
  ]);
  await addToSums(tx, 'DailyModelCalls', dailyModelCalls, values);
}

/** How long a model that the catalog lacks is known by its last reply. */
const KNOWN_DAYS = 7;

type CalledModel = Pick<EndedCall, 'accountId' | 'model'>;

/** Whether a model is in the catalog, replied to one of these calls, or has replied to the account lately. */
export async function existingModels(
  tx: SqlQueries,
  day: Day,
  calls: readonly Pick<EndedCall, 'accountId' | 'model' | 'outcome'>[],
  listedModels: ReadonlySet<string>,
): Promise<(call: CalledModel) => boolean> {
  const idOf = ({ accountId, model }: CalledModel) => `${accountId} ${model}`;
  const unlisted = calls.filter(({ model }) => !listedModels.has(model));
  const replied = new Set(unlisted.filter(({ outcome }) => outcome === 'ANSWERED').map(idOf));
  const doubtful = unlisted.filter((call) => !replied.has(idOf(call)));
  if (doubtful.length > 0) {
    const distinct = (values: string[]) => tx.dialect.listed([...new Set(values)]);
    const days = Array.from({ length: KNOWN_DAYS }, (_, ago) => addDays(day, -ago));
    const found = await tx.$queryRaw<CalledModel[]>`
      SELECT DISTINCT "accountId", "model" FROM "DailyModelCalls"
      WHERE "accountId" IN ${distinct(doubtful.map(({ accountId }) => accountId))} AND "userId" = '' AND "workflow" = ''
        AND "day" IN ${distinct(days)} AND "model" IN ${distinct(doubtful.map(({ model }) => model))}
        AND "outcome" = 'ANSWERED'`;
    for (const call of found) replied.add(idOf(call));
  }
  return (call) => listedModels.has(call.model) || replied.has(idOf(call));
}

/** The keys of the rows that a call is added to. */
function keysOf(day: Day, call: Omit<EndedCall, 'costNanos'>): RowValue[][] {
  const { accountId, userId, workflow, model, outcome, code, milliseconds } = call;
  const rest = [day, model, outcome, code ?? '', latencyClass(milliseconds ?? 0)];
  return [
    [accountId, '', '', ...rest],
    [accountId, '', workflow, ...rest],
    [accountId, userId, workflow, ...rest],
  ];
}

const STEP = Math.log(1.1);

/**
 * The nearest power of 1.1, as whole milliseconds, so that the rows of a day are bounded. Migration 0026 computes the
 * same.
 */
const latencyClass = (milliseconds: number): number =>
  milliseconds < 1 ? 0 : Math.round(Math.exp(Math.round(Math.log(milliseconds) / STEP) * STEP));
