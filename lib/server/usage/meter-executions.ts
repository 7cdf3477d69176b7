import type { Queries } from '@/lib/server/database';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/server-context';
import { type Day, dayOf } from '@/lib/server/usage/calendar';
import type { ExecutionStatus, UsageGrain } from '@/prisma/generated/prisma/client';

/** A workflow that has ended. Cost in micro-dollars, latency in milliseconds. */
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
  costMicros: number;
  latencyMs: number;
  finishedAt: Date;
}

/**
 * Records ended executions and adds them to the roll-up of their UTC day, in the transaction given:
 * the only place where usage is written.
 */
export async function meterExecutions(
  tx: Queries,
  ctx: Pick<ServerContext, 'randomBytes'>,
  executions: readonly MeteredExecution[],
): Promise<void> {
  await tx.execution.createMany({
    data: executions.map((execution) => ({ id: newId(ctx, 'execution'), ...execution })),
  });
  for (const row of rollUp(executions).values()) {
    const { accountId, grain, subjectId, templateId, day, ...sums } = row;
    await tx.dailyUsage.upsert({
      where: {
        accountId_grain_subjectId_templateId_day: { accountId, grain, subjectId, templateId, day },
      },
      create: row,
      update: {
        executions: { increment: sums.executions },
        succeeded: { increment: sums.succeeded },
        tokensIn: { increment: sums.tokensIn },
        tokensOut: { increment: sums.tokensOut },
        costMicros: { increment: sums.costMicros },
      },
    });
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
      };
      row.executions += 1;
      row.succeeded += execution.status === 'COMPLETED' ? 1 : 0;
      row.tokensIn += execution.tokensIn;
      row.tokensOut += execution.tokensOut;
      row.costMicros += execution.costMicros;
      rows.set(key, row);
    }
  }
  return rows;
}

/** Everything an execution counts towards: grain, subject and (for USER_TEMPLATE) template. */
function subjectsOf(execution: MeteredExecution): [UsageGrain, string, string][] {
  const { accountId, userId, templateId, apiKeyId } = execution;
  return [
    ['ACCOUNT', accountId, ''],
    ['USER', userId, ''],
    ['TEMPLATE', templateId, ''],
    ['USER_TEMPLATE', userId, templateId],
    ...(apiKeyId ? [['API_KEY', apiKeyId, ''] as [UsageGrain, string, string]] : []),
  ];
}
