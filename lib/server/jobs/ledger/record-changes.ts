import type { TokenUsage } from '@/lib/engine/models/provider';
import type { AttemptEnd, RunChange, StepState, TakenJob } from '@/lib/engine/run/run-store';
import { isSettled } from '@/lib/engine/run/settle-steps';
import { storableJson } from '@/lib/rules/storable-json';
import { afterCommit } from '@/lib/server/database/after-commit';
import type { SqlQueries } from '@/lib/server/database/database';
import { updateStorage } from '@/lib/server/jobs/ledger/account-storage';
import { isExecution } from '@/lib/server/jobs/ledger/is-execution';
import {
  insertRows,
  momentColumn,
  type Row,
  storableText,
  updateRows,
} from '@/lib/server/jobs/ledger/job-rows';
import type { ServerContext } from '@/lib/server/runtime/context';
import { meterCalls } from '@/lib/server/usage/meter-calls';
import { type MeteredExecution, meterExecutions } from '@/lib/server/usage/meter-executions';
import { ensureTemplates } from '@/lib/server/workflows/ensure-template';
import type { JobTurn } from '@/prisma/generated/prisma/client';

/** What a run has to record. */
export interface RecordedChange {
  job: Pick<TakenJob, 'id' | 'accountId' | 'epoch' | 'losses'>;
  change: RunChange;
}

/** What recording needs besides the database. */
export type RecordContext = Pick<ServerContext, 'now' | 'randomBytes' | 'onRecorded'>;

/** The model of an execution whose steps needed none. */
const NO_MODEL = 'none';

/**
 * Stores what runs have done: attempts, outcomes and, with a job's end, its execution and usage. A change of a run
 * whose job another worker has taken is left out.
 * @returns by change, whether it was stored
 */
export async function recordChanges(
  tx: SqlQueries,
  ctx: RecordContext,
  changes: readonly RecordedChange[],
): Promise<boolean[]> {
  const held = await heldJobs(tx, changes);
  const stored = changes.filter(({ job }) => held.has(`${job.id} ${job.epoch}`));
  const recorded = stored.map(({ job: { id, accountId }, change: { ended: calls, end } }) => ({
    id,
    accountId,
    calls,
    end,
  }));
  afterCommit(tx, () => ctx.onRecorded(recorded));
  // None needs what another one returns: PostgreSQL gets all of them at once, and runs them in this order.
  await Promise.all([
    insertRows(tx, 'Attempt', stored.flatMap(begunRows)),
    updateRows(tx, 'Attempt', ['jobId', 'position', 'number'], stored.flatMap(endedRows)),
    updateRows(tx, 'JobStep', ['jobId', 'position'], stored.flatMap(stepRows)),
    updateRows(tx, 'Job', ['id'], jobRows(stored, held)),
    deleteFiles(tx, stored),
    // After all writes of texts.
    updateStorage(
      tx,
      stored.filter(changesTexts).map(({ job }) => job.id),
    ),
    meterCalls(
      tx,
      ctx.now(),
      recorded.flatMap(({ accountId, calls }) => calls.map((call) => ({ ...call, accountId }))),
    ),
    meterEnds(tx, ctx, stored, held),
  ]);
  return changes.map((change) => stored.includes(change));
}

/** A job that is still held by the run that writes, and what its execution is counted under. */
interface HeldJob {
  id: string;
  epoch: number | bigint;
  revision: number | bigint;
  turn: JobTurn;
  accountId: string;
  userId: string;
  apiKeyId: string | null;
  name: string;
  /** Null if nothing of its name was counted yet. */
  templateId: string | null;
}

/** The jobs that are still held by the run that writes, by `id epoch`. They stay so until the transaction ends. */
async function heldJobs(tx: SqlQueries, changes: readonly RecordedChange[]): Promise<Map<string, HeldJob>> {
  const ids = [...new Set(changes.map(({ job }) => job.id))].sort();
  const rows = await tx.$queryRaw<HeldJob[]>`
    SELECT "Job"."id", "epoch", "revision", "turn", "Job"."accountId", "userId", "apiKeyId", "Job"."name", "Template"."id" AS "templateId"
    FROM "Job" LEFT JOIN "Template" ON "Template"."accountId" = "Job"."accountId" AND "Template"."name" = "Job"."name"
    WHERE "Job"."id" IN ${tx.dialect.listed(ids)}`;
  // As a condition, the turn would lead PostgreSQL through the jobs under way of all accounts.
  const held = rows.filter(({ turn }) => turn === 'DISPATCHED');
  return new Map(held.map((row) => [`${row.id} ${row.epoch}`, row]));
}

const usageColumns = ({ input, cachedInput, cacheWrite, output, reasoning }: TokenUsage): Row => ({
  inputTokens: input,
  cachedInputTokens: cachedInput,
  cacheWriteTokens: cacheWrite,
  outputTokens: output,
  reasoningTokens: reasoning,
});

/** Attempts that begin, with the estimate that stays if they get lost; and models that were passed over. */
const begunRows = ({ job, change }: RecordedChange): Row[] => [
  ...change.begun.map(({ position, number, model, startedAt, usage, costNanos }) => ({
    jobId: job.id,
    position,
    number,
    model,
    outcome: 'RUNNING',
    ...usageColumns(usage),
    estimated: true,
    costNanos,
    startedAt: momentColumn(startedAt),
  })),
  ...change.ended.flatMap((end) =>
    end.outcome === 'PASSED_OVER'
      ? [{ ...endedRow(job.id, end), model: end.model, startedAt: momentColumn(end.startedAt) }]
      : [],
  ),
];

const endedRows = ({ job, change }: RecordedChange): Row[] =>
  change.ended.flatMap((end) => (end.outcome === 'PASSED_OVER' ? [] : [endedRow(job.id, end)]));

const endedRow = (jobId: string, end: AttemptEnd): Row => ({
  jobId,
  position: end.position,
  number: end.number,
  outcome: end.outcome,
  code: end.code,
  message: end.message === null ? null : storableText(end.message),
  status: end.status,
  ...usageColumns(end.usage),
  estimated: end.estimated,
  costNanos: end.costNanos,
  firstTokenMs: whole(end.firstTokenMs),
  milliseconds: whole(end.milliseconds),
  retryAt: momentColumn(end.retryAt),
});

const whole = (value: number | null): number | null => (value === null ? null : Math.round(value));

const stepRows = ({ job, change }: RecordedChange): Row[] =>
  change.steps.map((state) => ({
    jobId: job.id,
    position: state.position,
    ...stateColumns(state),
    ...outputColumn(change.outputs.get(state.position)),
  }));

/** An output comes once, with the step's end. */
const outputColumn = (output: string | undefined): Row => (output === undefined ? {} : { output });

const stateColumns = (state: StepState): Row => ({
  status: state.status,
  model: state.model,
  reason: state.reason,
  fallbacks: JSON.stringify(state.fallbacks),
  truncated: state.truncated,
  attempts: state.attempts,
  tokensIn: state.tokensIn,
  tokensOut: state.tokensOut,
  costNanos: state.costNanos,
  latencyMs: whole(state.latencyMs),
  ...errorColumns(state.error),
  startedAt: momentColumn(state.startedAt),
  finishedAt: momentColumn(state.finishedAt),
  waitingUntil: momentColumn(state.waitingUntil),
  pieces: state.pieces.length === 0 ? null : storableJson(state.pieces),
});

const errorColumns = (error: StepState['error']): Row => ({
  errorCode: error?.code ?? null,
  errorMessage: error ? storableText(error.message) : null,
  errorStepId: error?.stepId ?? null,
});

/** What changes do to their jobs; whatever that is, their followers notice it by the revision. */
const jobRows = (stored: readonly RecordedChange[], held: ReadonlyMap<string, HeldJob>): Row[] =>
  stored.map(({ job, change }) => ({
    id: job.id,
    revision: Number(held.get(`${job.id} ${job.epoch}`)?.revision) + 1,
    ...jobColumns({ job, change }),
  }));

function jobColumns({ job, change }: RecordedChange): Row {
  return {
    ...startColumns(change),
    // A job that gets on hasn't taken its workers down.
    ...(job.losses > 0 && change.steps.some(isSettled) && { losses: 0 }),
    ...leavingColumns(change),
    ...endColumns(change),
  };
}

const startColumns = ({ startedAt, end }: RunChange): Row =>
  startedAt === null || end ? {} : { status: 'RUNNING', startedAt: momentColumn(startedAt) };

/** Of jobs that leave their worker without having ended: they wait for a moment, or go back to the line. */
const leavingColumns = ({ parkedUntil, returned }: RunChange): Row =>
  parkedUntil === null && !returned
    ? {}
    : {
        turn: returned ? 'WAITING' : 'PARKED',
        workerId: null,
        parkedUntil: momentColumn(parkedUntil),
      };

const endColumns = ({ end }: RunChange): Row =>
  end
    ? {
        status: end.status,
        turn: 'ENDED',
        workerId: null,
        parkedUntil: null,
        attempts: end.attempts,
        tokensIn: end.tokensIn,
        tokensOut: end.tokensOut,
        costNanos: end.costNanos,
        ...errorColumns(end.error),
        startedAt: momentColumn(end.startedAt),
        finishedAt: momentColumn(end.finishedAt),
        // What never ran is of no use anymore. Its metadata is the caller's own reference.
        ...(hasNeverRun(end) && { workflow: null }),
      }
    : {};

const hasNeverRun = (end: RunChange['end']): boolean => end?.status === 'CANCELED' && end.startedAt === null;

async function deleteFiles(tx: SqlQueries, stored: readonly RecordedChange[]): Promise<void> {
  const ids = stored.filter(({ change }) => hasNeverRun(change.end)).map(({ job }) => job.id);
  if (ids.length > 0) await tx.$executeRaw`DELETE FROM "JobFile" WHERE "jobId" IN ${tx.dialect.listed(ids)}`;
}

/** Whether it changes texts that count toward the account's storage. */
const changesTexts = ({ change: { steps, end } }: RecordedChange): boolean =>
  steps.length > 0 || end !== null;

/** Counts the executions among the jobs that ended. */
async function meterEnds(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  stored: readonly RecordedChange[],
  held: ReadonlyMap<string, HeldJob>,
): Promise<void> {
  const ends = stored.flatMap(({ job, change: { end } }) => {
    const owner = held.get(`${job.id} ${job.epoch}`);
    return owner && end && isExecution(end) ? [{ owner, end }] : [];
  });
  if (ends.length === 0) return;
  const unknown = ends.flatMap(({ owner }) => (owner.templateId === null ? [owner] : []));
  const made = unknown.length > 0 ? await ensureTemplates(tx, ctx, unknown) : new Map<string, string>();
  await meterExecutions(
    tx,
    ctx,
    ends.map(
      ({ owner: { accountId, userId, apiKeyId, name, templateId }, end }): MeteredExecution => ({
        accountId,
        userId,
        apiKeyId,
        templateId: templateId ?? made.get(`${accountId} ${name}`) ?? '',
        status: end.status,
        model: end.model ?? NO_MODEL,
        tokensIn: end.tokensIn,
        tokensOut: end.tokensOut,
        costMicros: end.costNanos === null ? null : Math.round(end.costNanos / 1_000),
        latencyMs: Math.max(0, Math.round(end.finishedAt - (end.startedAt ?? end.finishedAt))),
        finishedAt: new Date(end.finishedAt),
      }),
    ),
  );
}
