import { dayOf, monthOf } from '@/lib/rules/day';
import { changesBetween, recordAudit } from '@/lib/server/audit/record-audit';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { onOffer, recordPlanDay } from '@/lib/server/billing/plans';
import type { Queries } from '@/lib/server/database/database';
import { badInput } from '@/lib/server/errors';
import { assertFresh } from '@/lib/server/etag';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { chosenAlerts, raiseUsageAlerts } from '@/lib/server/usage/raise-usage-alerts';
import { type AccountUpdates, accountUpdates, usageAlertChoice } from '@/lib/validation/account';
import type { Prisma } from '@/prisma/generated/prisma/client';
import { type AccountWithPlan, accountEtag } from './find-account';

/**
 * Changes the account's name, settings or plan. Choosing a plan, even the current one, makes a canceled account
 * ACTIVE again.
 * @param etag of the account as last read; without one, there is no check
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT; CONFLICT if the etag is outdated
 */
export async function updateAccount(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
  updates: AccountUpdates,
  etag?: string | null,
): Promise<AccountWithPlan> {
  authorize(viewer, 'admin:write');
  assertOwnAccount(viewer, id);
  const fields = parseInput(accountUpdates, updates);
  return writeAs(ctx, viewer, 'admin:write', async (tx, viewer) => {
    const account = await tx.account.findUniqueOrThrow({ where: { id }, include: { plan: true } });
    assertFresh(etag, accountEtag(account), 'This account');
    const profile = changesBetween(
      { account_name: account.name, settings: account.settings as Prisma.InputJsonValue },
      { account_name: fields.account_name ?? account.name, settings: fields.settings ?? undefined },
    );
    if (profile) {
      await recordAudit(tx, ctx, {
        action: 'account.update',
        actor: viewer,
        accountId: id,
        entityId: id,
        changes: profile,
      });
    }
    const plan = fields.account_plan_id ? await findPlan(tx, fields.account_plan_id) : account.plan;
    const status = fields.account_plan_id ? 'ACTIVE' : account.status;
    const subscription = changesBetween(
      { plan: account.plan.name, status: account.status },
      { plan: plan.name, status },
    );
    if (subscription) {
      await recordAudit(tx, ctx, {
        action: 'account.change_plan',
        actor: viewer,
        accountId: id,
        entityId: id,
        changes: subscription,
      });
      await recordPlanDay(tx, ctx, id, plan);
      await raiseUsageAlerts(tx, ctx, id, monthOf(dayOf(ctx.now())));
    }
    if (!profile && !subscription) return account;
    return tx.account.update({
      where: { id },
      data: {
        name: fields.account_name ?? account.name,
        ...(fields.settings && { settings: fields.settings }),
        planId: plan.id,
        status,
        updatedAt: ctx.now(),
      },
      include: { plan: true },
    });
  });
}

async function findPlan(tx: Queries, id: string) {
  const plan = await tx.plan.findFirst({ where: { AND: [onOffer, { id }] } });
  if (!plan) throw badInput({ account_plan_id: 'There is no such plan. Choose one of listAccountPlans.' });
  return plan;
}

/**
 * Chooses the percentages of the account's limit at which an alert is raised; an empty list chooses none. If the
 * current month has already reached a chosen percentage, its alert is raised at once.
 * @param percents in any order; a repeated one counts once
 * @param etag of the account as last read; without one, there is no check
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT; CONFLICT if the etag is outdated
 */
export async function updateUsageAlerts(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  percents: readonly number[],
  etag?: string | null,
): Promise<AccountWithPlan> {
  authorize(viewer, 'admin:write');
  assertOwnAccount(viewer, accountId);
  const { percents: usage_alerts } = parseInput(usageAlertChoice, { percents });
  return writeAs(ctx, viewer, 'admin:write', async (tx, viewer) => {
    const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } });
    assertFresh(etag, accountEtag(account), 'This account');
    const changes = changesBetween({ usage_alerts: [...chosenAlerts(account)] }, { usage_alerts });
    if (!changes) return account;
    await recordAudit(tx, ctx, {
      action: 'account.change_usage_alerts',
      actor: viewer,
      accountId,
      entityId: accountId,
      changes,
    });
    const updated = await tx.account.update({
      where: { id: accountId },
      data: { usageAlerts: usage_alerts, updatedAt: ctx.now() },
      include: { plan: true },
    });
    await raiseUsageAlerts(tx, ctx, accountId, monthOf(dayOf(ctx.now())));
    return updated;
  });
}

/**
 * Sets the account CANCELED; everything stays readable. Canceling a canceled account changes nothing.
 * @param etag of the account as last read; without one, there is no check
 * @throws AppError NOT_FOUND for another account; CONFLICT if the etag is outdated
 */
export async function cancelSubscription(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  etag?: string | null,
): Promise<AccountWithPlan> {
  authorize(viewer, 'admin:write');
  assertOwnAccount(viewer, accountId);
  return writeAs(ctx, viewer, 'admin:write', async (tx, viewer) => {
    const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } });
    assertFresh(etag, accountEtag(account), 'This account');
    if (account.status === 'CANCELED') return account;
    await recordAudit(tx, ctx, {
      action: 'account.cancel',
      actor: viewer,
      accountId,
      entityId: accountId,
      changes: { status: { from: 'ACTIVE', to: 'CANCELED' } },
      details: { plan: account.plan.name },
    });
    await recordPlanDay(tx, ctx, accountId, null);
    await raiseUsageAlerts(tx, ctx, accountId, monthOf(dayOf(ctx.now())));
    return tx.account.update({
      where: { id: accountId },
      data: { status: 'CANCELED', updatedAt: ctx.now() },
      include: { plan: true },
    });
  });
}
