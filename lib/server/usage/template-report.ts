import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { findUsageUser } from '@/lib/server/users/find-user';
import { type RangeInput, rangeInput } from '@/lib/validation/usage';
import { type CallsScope, type ModelReliability, modelReliability } from './model-reliability';
import { type UsageRange, usageRange } from './usage-range';
import { daysOfUsage, type UsageBucket } from './usage-series';
import { addTotals, noUsage, ofTemplate, ofUserTemplate, type UsageTotals } from './usage-totals';

/** How a template ran in a range, for an account or one of its users. */
export interface TemplateReport extends UsageRange {
  name: string;
  totals: UsageTotals;
  /** Oldest first, days without executions included. */
  days: UsageBucket[];
  /** Most calls first. */
  models: ModelReliability[];
  /** The cheapest model per call that has served it without a failure; null if none has, or no cost is known. */
  cheapest: ModelReliability | null;
}

/**
 * How a template ran for all users of an account; the last 30 days unless a range is given. A name that never ran has
 * no executions.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function templateByAccount(
  ctx: WorkflowContext,
  viewer: Viewer,
  accountId: string,
  name: string,
  input: RangeInput,
): Promise<TemplateReport> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  return templateReport(ctx, { accountId }, name, input);
}

/**
 * How a template ran for a user; the last 30 days unless a range is given. A name that the user never ran has no
 * executions.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT
 */
export async function templateByUser(
  ctx: WorkflowContext,
  viewer: Viewer,
  userId: string,
  name: string,
  input: RangeInput,
): Promise<TemplateReport> {
  authorize(viewer, 'read');
  const user = await findUsageUser(ctx, viewer, userId);
  return templateReport(ctx, { accountId: user.accountId, userId: user.id }, name, input);
}

async function templateReport(
  ctx: WorkflowContext,
  { accountId, userId }: Pick<CallsScope, 'accountId' | 'userId'>,
  name: string,
  input: RangeInput,
): Promise<TemplateReport> {
  const range = usageRange(parseInput(rangeInput, input), ctx.now());
  const template = await ctx.db.prisma.template.findUnique({
    where: { accountId_name: { accountId, name } },
    select: { id: true },
  });
  const templateId = template?.id ?? '';
  const subject =
    userId === undefined ? ofTemplate(accountId, templateId) : ofUserTemplate(accountId, userId, templateId);
  const days = await daysOfUsage(ctx.db.sql, subject, range);
  // An empty name is the sum of all.
  const models =
    template && name !== ''
      ? await modelReliability(
          ctx,
          { accountId, workflow: name, ...(userId !== undefined && { userId }) },
          range,
        )
      : [];
  return {
    ...range,
    name,
    days,
    totals: days.reduce<UsageTotals>(addTotals, noUsage),
    models,
    cheapest: cheapestReliable(models),
  };
}

/** The cheapest model per call among those without a failure and with known costs. */
export function cheapestReliable(models: readonly ModelReliability[]): ModelReliability | null {
  const candidates = models.filter(
    ({ calls, failed, unknownCosts }) => calls > 0 && failed === 0 && unknownCosts === 0,
  );
  const costOf = ({ costNanos, calls }: ModelReliability) => costNanos / calls;
  return candidates.sort((one, other) => costOf(one) - costOf(other))[0] ?? null;
}
