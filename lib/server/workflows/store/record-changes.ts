import type { TokenUsage } from '@/lib/engine/models/provider';
import type { RunChange, StepState, TakenJob } from '@/lib/engine/run/run-store';
import { isSettled } from '@/lib/engine/run/settle-steps';
import { storableJson } from '@/lib/rules/storable-json';
import type { SqlQueries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type MeteredExecution, meterExecutions } from '@/lib/server/usage/meter-executions';
import { ensureTemplates } from '@/lib/server/workflows/ensure-template';
import {
  insertRows,
  momentColumn,
  type Row,
  storableText,
  updateRows,
} from '@/lib/server/workflows/store/job-rows';

/** What a run has to record. */
export interface RecordedChange {
  job: Pick<TakenJob, 'id' | 'accountId' | 'epoch' | 'losses'>;
  change: RunChange;
}

/** The model of an execution whose steps needed none. */
const NO_MODEL = 'none';

/**
 * Stores what runs have done: attempts, outcomes and, with a job's end, its execution and usage. A change of a run
 * whose job another worker has taken is left out.
 * @returns by change, whether it was stored
 */
export async function recordChanges(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  changes: readonly RecordedChange[],
): Promise<boolean[]> {
  const held = await heldJobs(tx, changes);
  const stored = changes.filter(({ job }) => held.has(`${job.id} ${job.epoch}`));
  await insertRows(tx, 'Attempt', stored.flatMap(begunRows));
  await updateRows(tx, 'Attempt', ['jobId', 'position', 'number'], stored.flatMap(endedRows));
  await updateRows(tx, 'JobStep', ['jobId', 'position'], stored.flatMap(stepRows));
  await updateRows(tx, 'Job', ['id'], stored.flatMap(startedRow));
  await updateRows(tx, 'Job', ['id'], stored.flatMap(progressRow));
  await updateRows(tx, 'Job', ['id'], stored.flatMap(leavingRow));
  await updateRows(tx, 'Job', ['id'], stored.flatMap(endRow));
  await meterEnds(tx, ctx, stored);
  return changes.map((change) => stored.includes(change));
}

/** The jobs that are still held by the run that writes, as `id epoch`. They stay so until the transaction ends. */
async function heldJobs(tx: SqlQueries, changes: readonly RecordedChange[]): Promise<Set<string>> {
  const ids = [...new Set(changes.map(({ job }) => job.id))].sort();
  const rows = await tx.$queryRaw<{ id: string; epoch: number | bigint }[]>`
    SELECT "id", "epoch" FROM "Job" WHERE "id" IN ${tx.dialect.listed(ids)} AND "turn" = 'DISPATCHED'`;
  return new Set(rows.map(({ id, epoch }) => `${id} ${epoch}`));
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
  ...change.ended.flatMap((end): Row[] =>
    end.outcome === 'PASSED_OVER'
      ? [
          {
            jobId: job.id,
            position: end.position,
            number: end.number,
            model: end.model,
            outcome: 'RUNNING',
            ...usageColumns(end.usage),
            estimated: false,
            costNanos: 0,
            startedAt: momentColumn(end.startedAt),
          },
        ]
      : [],
  ),
];

const endedRows = ({ job, change }: RecordedChange): Row[] =>
  change.ended.map((end) => ({
    jobId: job.id,
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
  }));

const whole = (value: number | null): number | null => (value === null ? null : Math.round(value));

const stepRows = ({ job, change }: RecordedChange): Row[] =>
  change.steps.map((state) => ({ jobId: job.id, position: state.position, ...stateColumns(state) }));

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
  output: state.output === null ? null : storableJson(state.output),
  pieces: state.pieces.length === 0 ? null : storableJson(state.pieces),
});

const errorColumns = (error: StepState['error']): Row => ({
  errorCode: error?.code ?? null,
  errorMessage: error ? storableText(error.message) : null,
  errorStepId: error?.stepId ?? null,
});

const startedRow = ({ job, change }: RecordedChange): Row[] =>
  change.startedAt === null || change.end
    ? []
    : [{ id: job.id, status: 'RUNNING', startedAt: momentColumn(change.startedAt) }];

/** A job that gets on hasn't taken its workers down. */
const progressRow = ({ job, change }: RecordedChange): Row[] =>
  job.losses > 0 && change.steps.some(isSettled) ? [{ id: job.id, losses: 0 }] : [];

/** Jobs that leave their worker without having ended: they wait for a moment, or go back to the line. */
function leavingRow({ job, change }: RecordedChange): Row[] {
  const { parkedUntil, returned } = change;
  if (parkedUntil === null && !returned) return [];
  const turn = returned ? 'WAITING' : 'PARKED';
  return [{ id: job.id, turn, workerId: null, parkedUntil: momentColumn(parkedUntil) }];
}

const endRow = ({ job, change: { end } }: RecordedChange): Row[] =>
  end
    ? [
        {
          id: job.id,
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
          result: end.status === 'COMPLETED' ? storableJson(end.result) : null,
        },
      ]
    : [];

/** Counts the jobs that ended. One that was canceled before a model was called isn't an execution. */
async function meterEnds(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  stored: readonly RecordedChange[],
): Promise<void> {
  const ends = stored.flatMap(({ job, change: { end } }) =>
    end && (end.status !== 'CANCELED' || end.attempts > 0) ? [{ id: job.id, end }] : [],
  );
  if (ends.length === 0) return;
  const owners = await ownersOf(
    tx,
    ends.map(({ id }) => id),
  );
  const templateIds = await ensureTemplates(tx, ctx, [...owners.values()]);
  await meterExecutions(
    tx,
    ctx,
    ends.map(({ id, end }): MeteredExecution => {
      const owner = owners.get(id);
      if (!owner) throw new Error(`The job ${id} is gone.`);
      const { accountId, userId, apiKeyId, name } = owner;
      return {
        accountId,
        userId,
        apiKeyId,
        templateId: templateIds.get(`${accountId} ${name}`) ?? '',
        status: end.status,
        model: end.model ?? NO_MODEL,
        tokensIn: end.tokensIn,
        tokensOut: end.tokensOut,
        costMicros: Math.round((end.costNanos ?? 0) / 1_000),
        latencyMs: Math.max(0, Math.round(end.finishedAt - (end.startedAt ?? end.finishedAt))),
        finishedAt: new Date(end.finishedAt),
      };
    }),
  );
}

interface Owner {
  id: string;
  accountId: string;
  userId: string;
  apiKeyId: string | null;
  name: string;
}

async function ownersOf(tx: SqlQueries, ids: readonly string[]): Promise<Map<string, Owner>> {
  const rows = await tx.$queryRaw<Owner[]>`
    SELECT "id", "accountId", "userId", "apiKeyId", "name" FROM "Job" WHERE "id" IN ${tx.dialect.listed(ids)}`;
  return new Map(rows.map((row) => [row.id, row]));
}
