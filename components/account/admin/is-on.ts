import type { AccountRecord, PlanNumbers } from './account-record';

/** Whether an account has the plan, and is not canceled. */
export const isOn =
  ({ id }: PlanNumbers) =>
  ({ plan, status }: AccountRecord): boolean =>
    plan.id === id && status === 'ACTIVE';
