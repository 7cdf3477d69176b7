import { builder } from '@/graphql/builder';
import { dollars } from '@/graphql/money';
import { storageBytesOf } from '@/lib/config/plans';
import type { Plan } from '@/prisma/generated/prisma/client';

export const AccountPlanType = builder.objectRef<Plan>('AccountPlan').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    plan_name: t.exposeString('name'),
    monthly_price: t.float({
      description: 'US dollars a month.',
      resolve: (plan) => dollars(plan.monthlyPriceMicros),
    }),
    max_workflows: t.expose('includedExecutions', {
      type: 'Count',
      nullable: true,
      description: 'Executions per billing period; null means unlimited.',
    }),
    maxStoredBytes: t.field({
      type: 'Count',
      description: 'Bytes of jobs that an account keeps at most. A job that would exceed them is refused.',
      resolve: ({ id }) => storageBytesOf(id),
    }),
    overage_price: t.float({
      nullable: true,
      description: 'US dollars for one execution over the limit; null: refused over it, or there is none.',
      resolve: (plan) => (plan.overagePriceMicros === null ? null : dollars(plan.overagePriceMicros)),
    }),
  }),
});
