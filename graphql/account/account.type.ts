import { AccountPlanType } from '@/graphql/billing/account-plan.type';
import { builder } from '@/graphql/builder';
import { usageAlertPercents } from '@/lib/config/usage-alerts';
import { type AccountWithPlan, accountEtag } from '@/lib/server/account/get-account';
import { chosenAlerts } from '@/lib/server/usage/raise-usage-alerts';

const AccountStatusType = builder.enumType('AccountStatus', { values: ['ACTIVE', 'CANCELED'] as const });

export const AccountType = builder.objectRef<AccountWithPlan>('Account').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    account_name: t.exposeString('name'),
    account_plan_id: t.exposeID('planId'),
    plan: t.expose('plan', { type: AccountPlanType }),
    settings: t.expose('settings', { type: 'JSON', nullable: true }),
    status: t.expose('status', { type: AccountStatusType }),
    usage_alerts: t.intList({
      extensions: { rows: usageAlertPercents.length },
      description:
        "The percentages of the period's limit at which an alert is raised, ascending: of 50, 80 and 100. Empty if there are none.",
      resolve: (account) => [...chosenAlerts(account)],
    }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    etag: t.string({ description: 'Differs whenever a field of the record does.', resolve: accountEtag }),
  }),
});
