import { limits } from '@/lib/config/limits';
import { providerOf } from '@/lib/engine/models/catalog';
import type { OpenCircuit } from '@/lib/engine/routing/breakers';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { type RangeInput, rangeInput } from '@/lib/validation/usage';
import { type AttemptOutcome, Prisma } from '@/prisma/generated/prisma/client';
import { daysInParts, type UsageRange, usageRange } from './usage-range';

/** How often calls failed with a code, and what they cost. */
export interface CallFailures {
  code: string;
  calls: number;
}

/** A model's calls in a range. */
export interface ModelReliability {
  /** `provider/model`; `provider/other` sums up models that never replied and have no known price. */
  model: string;
  provider: string;
  /** Without canceled calls. */
  calls: number;
  /** Those of them that failed, or were lost with their process. */
  failed: number;
  /** Most frequent first. */
  failures: CallFailures[];
  /** Milliseconds of the calls with a reply, to about 5 percent; null without any. */
  p50: number | null;
  p95: number | null;
  /** How often it was skipped, most often because its circuit was open. */
  skipped: number;
  /** Steps that it completed after other models had failed. */
  fallbacks: number;
  /** Nano-dollars of all calls, and of the failed ones; without calls of an unknown cost. */
  costNanos: number;
  failedCostNanos: number;
  /** Calls whose cost isn't known. */
  unknownCosts: number;
  /** Its circuit for the account in this process, at the moment of reading; null if it's closed. */
  circuit: Circuit | null;
}

/** An open circuit. */
export interface Circuit {
  failures: number;
  since: Date;
  /** Until when no call is let through; null if the next call tries the model. */
  until: Date | null;
}

/** Whose calls: an account's, those for a workflow, or a user's for a workflow. */
export interface CallsScope {
  accountId: string;
  userId?: string;
  workflow?: string;
}

/** Codes that are listed per model, at most. */
export const MOST_CODES = 20;

/**
 * The reliability of the models that an account has called, most calls first; the last 30 days unless a range is given.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function reliabilityByAccount(
  ctx: WorkflowContext,
  viewer: Viewer,
  accountId: string,
  input: RangeInput,
): Promise<ModelReliability[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  return modelReliability(ctx, { accountId }, usageRange(parseInput(rangeInput, input), ctx.now()));
}

/** The reliability of models in a range, most calls first. */
export async function modelReliability(
  ctx: WorkflowContext,
  scope: CallsScope,
  range: UsageRange,
): Promise<ModelReliability[]> {
  const rows: CallsRow[] = [];
  for await (const part of daysInParts(range)) rows.push(...(await readCalls(ctx.db.sql, scope, part)));
  return [...Map.groupBy(rows, ({ model }) => model)]
    .map(([model, calls]) => ({ ...sumUp(model, calls), circuit: circuitOf(ctx, scope.accountId, model) }))
    .sort((one, other) => other.calls - one.calls || (one.model < other.model ? -1 : 1))
    .slice(0, limits.top.max);
}

/** Calls that ended alike, and took about as long. */
interface CallsRow {
  model: string;
  outcome: AttemptOutcome;
  code: string;
  milliseconds: number;
  calls: number;
  costNanos: number;
  unknownCosts: number;
  fallbacks: number;
}

type StoredRow = Record<keyof CallsRow, string | number | bigint>;

/** One group per model, outcome, and latency, however many calls and days there were. */
async function readCalls(
  readRows: SqlReader,
  { accountId, userId = '', workflow = '' }: CallsScope,
  { from, to }: UsageRange,
): Promise<CallsRow[]> {
  const rows = await readRows<StoredRow>(Prisma.sql`
    SELECT "model", "outcome", "code", "milliseconds", SUM("calls") AS "calls", SUM("costNanos") AS "costNanos",
      SUM("unknownCosts") AS "unknownCosts", SUM("fallbacks") AS "fallbacks"
    FROM "DailyModelCalls"
    WHERE "accountId" = ${accountId} AND "userId" = ${userId} AND "workflow" = ${workflow}
      AND "day" BETWEEN ${from} AND ${to}
    GROUP BY "model", "outcome", "code", "milliseconds"`);
  return rows.map((row) => ({
    model: String(row.model),
    outcome: row.outcome as AttemptOutcome,
    code: String(row.code),
    milliseconds: Number(row.milliseconds),
    calls: Number(row.calls),
    costNanos: Number(row.costNanos),
    unknownCosts: Number(row.unknownCosts),
    fallbacks: Number(row.fallbacks),
  }));
}

function sumUp(model: string, rows: readonly CallsRow[]): Omit<ModelReliability, 'circuit'> {
  const of = (...outcomes: AttemptOutcome[]) => rows.filter(({ outcome }) => outcomes.includes(outcome));
  const [answered, failed] = [of('ANSWERED'), of('FAILED', 'LOST')];
  const made = [...answered, ...failed];
  const codes = Map.groupBy(failed, ({ code, outcome }) => code || outcome);
  return {
    model,
    provider: providerOf(model),
    calls: sum(made, 'calls'),
    failed: sum(failed, 'calls'),
    failures: [...codes]
      .map(([code, calls]) => ({ code, calls: sum(calls, 'calls') }))
      .sort((one, other) => other.calls - one.calls || (one.code < other.code ? -1 : 1))
      .slice(0, MOST_CODES),
    p50: latencyAt(0.5, answered),
    p95: latencyAt(0.95, answered),
    skipped: sum(of('PASSED_OVER'), 'calls'),
    fallbacks: sum(answered, 'fallbacks'),
    costNanos: sum(made, 'costNanos'),
    failedCostNanos: sum(failed, 'costNanos'),
    unknownCosts: sum(made, 'unknownCosts'),
  };
}

const sum = (rows: readonly CallsRow[], column: 'calls' | 'costNanos' | 'unknownCosts' | 'fallbacks') =>
  rows.reduce((total, row) => total + row[column], 0);

/** The latency that a share of the calls doesn't exceed; null without calls. */
function latencyAt(share: number, rows: readonly CallsRow[]): number | null {
  let left = share * sum(rows, 'calls');
  if (left === 0) return null;
  const ordered = rows
    .filter(({ calls }) => calls > 0)
    .sort((one, other) => one.milliseconds - other.milliseconds);
  const found = ordered.find(({ calls }) => {
    left -= calls;
    return left <= 0;
  });
  return (found ?? ordered.at(-1))?.milliseconds ?? null;
}

function circuitOf(ctx: WorkflowContext, accountId: string, model: string): Circuit | null {
  const open: OpenCircuit | null = workflowsOf(ctx).engine.breakers.of(accountId).circuitOf(model);
  if (!open) return null;
  const now = ctx.now().getTime();
  return {
    failures: open.failures,
    since: new Date(now - open.millisecondsOpen),
    until: open.millisecondsLeft > 0 ? new Date(now + open.millisecondsLeft) : null,
  };
}
