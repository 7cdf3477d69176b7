import type { Tally } from '@/lib/engine/calls/attempt-log';
import { addCosts, type TokenUsage, tokensIn, tokensOut } from '@/lib/engine/models/cost';
import type { FinishedPiece, StepState } from '@/lib/engine/run/run-store';
import type { RunError } from '@/lib/engine/workflow';
import { storableJson } from '@/lib/rules/json';
import type { RowValue } from '@/lib/server/database/dialect';
import { momentColumn, type Row, storableText } from '@/lib/server/jobs/ledger/job-rows';
import type { Attempt, JobStep } from '@/prisma/generated/prisma/client';

/** How a value is stored in a column of its own name. */
interface Column<Value> {
  write(value: Value): RowValue;
  read(stored: never): Value;
}

const asItIs = <Value extends RowValue>(): Column<Value> => ({
  write: (value) => value,
  read: (value) => value,
});
const moment: Column<number | null> = {
  write: momentColumn,
  read: (stored: Date | null) => stored?.getTime() ?? null,
};

type StoredField = keyof StepState & keyof JobStep;
type SummedField = keyof Tally | 'position' | 'output';

/** The fields of a step, each with its column. The output is written once, and sums are of the attempts. */
const stepFields: { [Field in Exclude<StoredField, SummedField>]: Column<StepState[Field]> } = {
  status: asItIs(),
  model: asItIs(),
  reason: asItIs(),
  truncated: asItIs(),
  latencyMs: { write: wholeNumber, read: (stored) => stored },
  startedAt: moment,
  finishedAt: moment,
  waitingUntil: moment,
  fallbacks: {
    write: (models) => JSON.stringify(models),
    read: (stored) => (jsonValue(stored) ?? []) as string[],
  },
  pieces: { write: (pieces) => (pieces.length === 0 ? null : storableJson(pieces)), read: piecesIn },
};
const fieldNames = Object.keys(stepFields) as (keyof typeof stepFields)[];

/** The columns of a step's state, without its output. */
export function stepColumns(state: StepState): Row {
  const row: Row = {};
  for (const name of fieldNames) row[name] = (stepFields[name] as Column<unknown>).write(state[name]);
  const { attempts, tokensIn, tokensOut, costNanos } = state;
  return { ...row, ...errorColumns(state.error), attempts, tokensIn, tokensOut, costNanos };
}

/**
 * The state of a stored step. An output that can't be read is undefined, which no task takes for its own.
 * @param attempts of its job: what the step has used is summed from them, its own row has that only once it has settled
 */
export function stepState(step: JobStep, attempts: readonly Attempt[]): StepState {
  const fields: Record<string, unknown> = {};
  for (const name of fieldNames) fields[name] = stepFields[name].read(step[name] as never);
  return {
    ...(fields as Pick<StepState, keyof typeof stepFields>),
    position: step.position,
    output: jsonValue(step.output),
    outputBytes: step.output === null ? 0 : Buffer.byteLength(step.output),
    error: errorOf(step),
    // Has a row of its own (approvals.ts).
    approval: null,
    ...tallyOf(attempts.filter(({ position }) => position === step.position)),
  };
}

/** Finished pieces; unreadable pieces are requested again. */
function piecesIn(json: string | null): FinishedPiece[] {
  const pieces = jsonValue(json);
  if (!Array.isArray(pieces)) return [];
  // Those of before version 0.9 have no bytes.
  return pieces.map((piece: FinishedPiece) => ({ ...piece, bytes: piece.bytes ?? jsonBytes(piece.output) }));
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** The value of a stored JSON; undefined if it can't be read. */
export function jsonValue(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function wholeNumber(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

export const errorColumns = (error: RunError | null): Row => ({
  errorCode: error?.code ?? null,
  errorMessage: error ? storableText(error.message) : null,
  errorStepId: error?.stepId ?? null,
});

/** The error of a job or step. */
export const errorOf = ({
  errorCode,
  errorMessage,
  errorStepId,
}: Pick<JobStep, 'errorCode' | 'errorMessage' | 'errorStepId'>): RunError | null =>
  errorCode === null
    ? null
    : { code: errorCode as RunError['code'], message: errorMessage ?? '', stepId: errorStepId };

export const usageColumns = ({ input, cachedInput, cacheWrite, output, reasoning }: TokenUsage): Row => ({
  inputTokens: input,
  cachedInputTokens: cachedInput,
  cacheWriteTokens: cacheWrite,
  outputTokens: output,
  reasoningTokens: reasoning,
});

export const usageOf = (attempt: Omit<Attempt, 'message'>): TokenUsage => ({
  input: attempt.inputTokens,
  cachedInput: attempt.cachedInputTokens,
  cacheWrite: attempt.cacheWriteTokens,
  output: attempt.outputTokens,
  reasoning: attempt.reasoningTokens,
});

/** A stored cost in nano-dollars; null if it is unknown. */
export const nanosOf = (value: number | bigint | null): number | null =>
  value === null ? null : Number(value);

/** The sums of a step's attempts. */
export function tallyOf(attempts: readonly Attempt[]): Tally {
  const tally: Tally = { attempts: 0, lastNumber: 0, tokensIn: 0, tokensOut: 0, costNanos: 0 };
  for (const attempt of attempts) {
    tally.lastNumber = Math.max(tally.lastNumber, attempt.number);
    if (attempt.outcome !== 'PASSED_OVER') tally.attempts += 1;
    const usage = usageOf(attempt);
    tally.tokensIn += tokensIn(usage);
    tally.tokensOut += tokensOut(usage);
    tally.costNanos = addCosts(tally.costNanos, nanosOf(attempt.costNanos));
  }
  return tally;
}
