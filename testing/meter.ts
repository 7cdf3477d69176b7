import type { ServerContext } from '@/lib/server/runtime/context';
import { ensureTemplate } from '@/lib/server/usage/ensure-template';
import { type MeteredExecution, meterExecutions } from '@/lib/server/usage/meter-executions';
import type { User } from '@/prisma/generated/prisma/client';

const MOST_AT_ONCE = 10_000;

/** Meters `times` executions of a user, as the engine will: completed, 100 + 50 tokens and a tenth of a cent each. */
export function meter(
  ctx: ServerContext,
  user: Pick<User, 'id' | 'accountId'>,
  finishedAt: string,
  times = 1,
  { template = 'summarization', ...more }: Partial<MeteredExecution> & { template?: string } = {},
): Promise<void> {
  return ctx.db.write(async (tx) => {
    const { id: templateId } = await ensureTemplate(tx, ctx, user.accountId, template);
    const execution: MeteredExecution = {
      accountId: user.accountId,
      userId: user.id,
      templateId,
      apiKeyId: null,
      status: 'COMPLETED',
      model: 'example/model',
      tokensIn: 100,
      tokensOut: 50,
      costMicros: 1_000,
      latencyMs: 800,
      finishedAt: new Date(finishedAt),
      ...more,
    };
    // In parts, as a server meters them too: a statement has a time limit.
    for (let left = times; left > 0; left -= MOST_AT_ONCE)
      await meterExecutions(tx, ctx, Array<MeteredExecution>(Math.min(left, MOST_AT_ONCE)).fill(execution));
  });
}
