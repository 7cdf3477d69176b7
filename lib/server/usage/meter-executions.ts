import { type Day, dayOf, monthOf } from '@/lib/rules/day';
import type { SqlQueries } from '@/lib/server/database/database';
import type { RowValue } from '@/lib/server/database/dialect';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type ExecutionStatus, type Job, Prisma, type UsageGrain } from '@/prisma/generated/prisma/client';
import { raiseUsageAlertsOf } from './raise-usage-alerts';

/** Whether a job that has ended is an execution, which is metered. It isn't if it was canceled before a model was called. */
export const isExecution = ({ status, attempts }: Pick<Job, 'status' | 'attempts'>): boolean =>
  status !== 'CANCELED' || attempts > 0;

/** `isExecution` as a condition on the rows of "Job". */
export const isExecutionSql = Prisma.sql`("status" <> 'CANCELED' OR "attempts" > 0)`;

/** A workflow that has ended. Latency in milliseconds. */
export interface MeteredExecution {
  accountId: string;
  userId: string;
  templateId: string;
  apiKeyId: string | null;
  status: ExecutionStatus;
  /** `provider/model`. */
  model: string;
  tokensIn: number;
  tokensOut: number;
  /** Micro-dollars; null if a model's price isn't known. */
  costMicros: number | null;
  latencyMs: number;
  finishedAt: Date;
}

/**
 * Records ended executions, adds them to the daily usage of their UTC day, and raises the usage alerts that they reach,
 * in the given transaction. Usage is written nowhere else.
 * @throws RangeError if a count, cost or latency isn't a whole number
 */
export async function meterExecutions(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  executions: readonly MeteredExecution[],
): Promise<void> {
  await recordExecutions(tx, ctx, executions);
  for (const [month, accountIds] of accountsByMonth(executions))
    await raiseUsageAlertsOf(tx, ctx, [...accountIds], month);
}

/**
 * The metering without alerts: for the demo seed, which meters a history before its changes of plan.
 * @throws RangeError if a count, cost or latency isn't a whole number
 */
export async function recordExecutions(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'randomBytes'>,
  executions: readonly MeteredExecution[],
): Promise<void> {
  for (const execution of executions) assertWhole(execution);
  const rows = executions.map((execution) => [newId(ctx, 'execution'), ...columnsOf(execution)]);
  await Promise.all([
    insertExecutions(tx, rows),
    addToSums(tx, 'DailyUsage', dailyUsage, [...rollUp(executions).values()].map(sumsOf)),
  ]);
}

const executionColumns = [
  ...['id', 'accountId', 'userId', 'templateId', 'apiKeyId', 'status', 'model'],
  ...['tokensIn', 'tokensOut', 'costMicros', 'costKnown', 'latencyMs', 'finishedAt'],
];
const dailyUsage = {
  key: ['accountId', 'grain', 'subjectId', 'templateId', 'day'],
  sums: ['executions', 'succeeded', 'tokensIn', 'tokensOut', 'costMicros', 'unknownCosts'],
};

/** @param rows in the order of executionColumns */
async function insertExecutions(tx: SqlQueries, rows: RowValue[][]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "Execution" (${named(executionColumns)}) ${tx.dialect.rows('Execution', executionColumns, rows)}`;
}

function columnsOf(execution: MeteredExecution): RowValue[] {
  const { accountId, userId, templateId, apiKeyId, status, model, finishedAt } = execution;
  const { tokensIn, tokensOut, costMicros, latencyMs } = execution;
  return [
    ...[accountId, userId, templateId, apiKeyId, status, model],
    ...[tokensIn, tokensOut, costMicros ?? 0, costMicros !== null, latencyMs, finishedAt],
  ];
}

function sumsOf(row: RollUpRow): RowValue[] {
  const { accountId, grain, subjectId, templateId, day } = row;
  const { executions, succeeded, tokensIn, tokensOut, costMicros, unknownCosts } = row;
  return [
    ...[accountId, grain, subjectId, templateId, day],
    ...[executions, succeeded, tokensIn, tokensOut, costMicros, unknownCosts],
  ];
}

/** SQLite would store a fraction as it is, and Prisma could no longer read the column. */
function assertWhole({ tokensIn, tokensOut, costMicros, latencyMs }: MeteredExecution): void {
  if (![tokensIn, tokensOut, costMicros ?? 0, latencyMs].every(Number.isSafeInteger)) {
    throw new RangeError('Tokens, cost and latency of an execution are whole numbers.');
  }
}

interface RollUpRow {
  accountId: string;
  grain: UsageGrain;
  subjectId: string;
  templateId: string;
  day: Day;
  executions: number;
  succeeded: number;
  tokensIn: number;
  tokensOut: number;
  costMicros: number;
  unknownCosts: number;
}

function rollUp(executions: readonly MeteredExecution[]): Map<string, RollUpRow> {
  const rows = new Map<string, RollUpRow>();
  for (const execution of executions) {
    const day = dayOf(execution.finishedAt);
    for (const [grain, subjectId, templateId] of subjectsOf(execution)) {
      const key = [execution.accountId, grain, subjectId, templateId, day].join(' ');
      const row = rows.get(key) ?? {
        accountId: execution.accountId,
        grain,
        subjectId,
        templateId,
        day,
        executions: 0,
        succeeded: 0,
        tokensIn: 0,
        tokensOut: 0,
        costMicros: 0,
        unknownCosts: 0,
      };
      row.executions += 1;
      // A workflow that its caller canceled hasn't failed.
      row.succeeded += execution.status === 'FAILED' ? 0 : 1;
      row.tokensIn += execution.tokensIn;
      row.tokensOut += execution.tokensOut;
      row.costMicros += execution.costMicros ?? 0;
      row.unknownCosts += execution.costMicros === null ? 1 : 0;
      rows.set(key, row);
    }
  }
  return rows;
}

/** The accounts of these executions, by their month. */
function accountsByMonth(executions: readonly MeteredExecution[]): Map<Day, Set<string>> {
  const months = new Map<Day, Set<string>>();
  for (const { accountId, finishedAt } of executions) {
    const month = monthOf(dayOf(finishedAt));
    months.set(month, (months.get(month) ?? new Set()).add(accountId));
  }
  return months;
}

/** Everything an execution counts toward: grain, subject and, if the subject is a user, the detail that is counted. */
function subjectsOf(execution: MeteredExecution): [UsageGrain, string, string][] {
  const { accountId, userId, templateId, apiKeyId, model } = execution;
  return [
    ['ACCOUNT', accountId, ''],
    ['USER', userId, ''],
    ['TEMPLATE', templateId, ''],
    ['MODEL', model, ''],
    ['USER_TEMPLATE', userId, templateId],
    ['USER_MODEL', userId, model],
    ...(apiKeyId
      ? ([
          ['API_KEY', apiKeyId, ''],
          ['USER_API_KEY', userId, apiKeyId],
        ] satisfies [UsageGrain, string, string][])
      : []),
  ];
}

/** Columns of a list, as SQL. */
const named = (columns: readonly string[]): Prisma.Sql =>
  Prisma.raw(columns.map((column) => `"${column}"`).join(', '));

/**
 * Adds rows to a roll-up: a row whose key is there is added to it. Plain SQL with the rows as one JSON parameter: 15
 * times faster than upsert, which binds every value.
 * @param key columns of the primary key
 * @param sums the other columns
 * @param rows in the order of key and sums, with different keys
 */
export async function addToSums(
  tx: SqlQueries,
  table: Prisma.ModelName,
  { key, sums }: { key: readonly string[]; sums: readonly string[] },
  rows: RowValue[][],
): Promise<void> {
  const columns = [...key, ...sums];
  const added = sums.map((sum) => Prisma.raw(`"${sum}" = "${table}"."${sum}" + excluded."${sum}"`));
  await tx.$executeRaw`
    INSERT INTO ${named([table])} (${named(columns)}) ${tx.dialect.rows(table, columns, rows)}
    ON CONFLICT (${named(key)}) DO UPDATE SET ${Prisma.join(added)}`;
}
